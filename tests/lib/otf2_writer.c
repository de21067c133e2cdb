/*
 * Writes an archive of OTF2: otf2_writer DIRECTORY NAME <TEXT. What is in it stands in the text, a line for each definition and event, as tests/sim_otf2.sh has
 * it; times are ticks, and ranks in messages those of the communicator. With a third argument each rank numbers communicators in a way of its own.
 */
#include <otf2/otf2.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIELDS = 64, MOST = 64, MAIN = 0, IN_MPI = 1, OWN = 1000 };

static OTF2_Archive *archive;
static OTF2_EvtWriter *at;
static OTF2_GlobalDefWriter *global;
static OTF2_EvtWriter *of_rank[MOST];
static unsigned long v[FIELDS];         /* numbers behind the word of a line */
static unsigned n, ranks;
static char lines[4096][128];
static int own;

static void good(OTF2_ErrorCode code)
{
	if (code != OTF2_SUCCESS) {
		fprintf(stderr, "otf2_writer: %s\n", OTF2_Error_GetDescription(code));
		exit(1);
	}
}

static OTF2_FlushType before_flush(void *data, OTF2_FileType type, OTF2_LocationRef location, void *caller, bool final)
{
	(void)data, (void)type, (void)location, (void)caller, (void)final;
	return OTF2_FLUSH;
}

static OTF2_TimeStamp after_flush(void *data, OTF2_FileType type, OTF2_LocationRef location)
{
	(void)data, (void)type, (void)location;
	return 0;
}

static OTF2_CommRef comm(unsigned long id)
{
	return (OTF2_CommRef)(own && id < OWN ? OWN - id : id);
}

/* Events of the rank that was named last. False: it is another kind of line. */
static bool write_event(const char *word)
{
	const OTF2_TimeStamp t = v[0];
	const uint32_t peer = (uint32_t)v[1], tag = (uint32_t)v[3];

	if (!strcmp(word, "rank"))
		at = of_rank[v[0]];
	else if (!strcmp(word, "main") || !strcmp(word, "in"))
		good(OTF2_EvtWriter_Enter(at, NULL, t, *word == 'm' ? MAIN : IN_MPI));
	else if (!strcmp(word, "end") || !strcmp(word, "out"))
		good(OTF2_EvtWriter_Leave(at, NULL, t, *word == 'e' ? MAIN : IN_MPI));
	else if (!strcmp(word, "send"))
		good(OTF2_EvtWriter_MpiSend(at, NULL, t, peer, comm(v[2]), tag, v[4]));
	else if (!strcmp(word, "receive"))
		good(OTF2_EvtWriter_MpiRecv(at, NULL, t, peer, comm(v[2]), tag, v[4]));
	else if (!strcmp(word, "isend"))
		good(OTF2_EvtWriter_MpiIsend(at, NULL, t, peer, comm(v[2]), tag, v[4], v[5]));
	else if (!strcmp(word, "isent"))
		good(OTF2_EvtWriter_MpiIsendComplete(at, NULL, t, v[1]));
	else if (!strcmp(word, "post"))
		good(OTF2_EvtWriter_MpiIrecvRequest(at, NULL, t, v[1]));
	else if (!strcmp(word, "received"))
		good(OTF2_EvtWriter_MpiIrecv(at, NULL, t, peer, comm(v[2]), tag, v[4], v[5]));
	else if (!strcmp(word, "cancelled"))
		good(OTF2_EvtWriter_MpiRequestCancelled(at, NULL, t, v[1]));
	else if (!strcmp(word, "begin"))
		good(OTF2_EvtWriter_MpiCollectiveBegin(at, NULL, t));
	else if (!strcmp(word, "call"))
		good(OTF2_EvtWriter_MpiCollectiveEnd(at, NULL, t, (OTF2_CollectiveOp)v[1], comm(v[2]), (uint32_t)v[3], v[4], v[5]));
	else if (!strcmp(word, "icall"))
		good(OTF2_EvtWriter_NonBlockingCollectiveRequest(at, NULL, t, v[1]));
	else if (!strcmp(word, "icalled"))
		good(OTF2_EvtWriter_NonBlockingCollectiveComplete(at, NULL, t, (OTF2_CollectiveOp)v[1], comm(v[2]), (uint32_t)v[3], v[4], v[5], v[6]));
	else if (!strcmp(word, "put"))
		good(OTF2_EvtWriter_RmaPut(at, NULL, t, 0, 1, 8, 0));
	else
		return false;
	return true;
}

static void write_definition(const char *word)
{
	uint64_t member[FIELDS];

	for (unsigned k = 1; k < n; k++)
		member[k - 1] = v[k];
	if (!strcmp(word, "clock"))
		good(OTF2_GlobalDefWriter_WriteClockProperties(global, v[0], 0, 1000000, OTF2_UNDEFINED_TIMESTAMP));
	else if (!strcmp(word, "group") || !strcmp(word, "whole"))
		good(OTF2_GlobalDefWriter_WriteGroup(global, (OTF2_GroupRef)v[0], 0, OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI,
						     *word == 'w' ? OTF2_GROUP_FLAG_GLOBAL_MEMBERS : OTF2_GROUP_FLAG_NONE, n - 1, member));
	else if (!strcmp(word, "self"))
		good(OTF2_GlobalDefWriter_WriteGroup(global, (OTF2_GroupRef)v[0], 0, OTF2_GROUP_TYPE_COMM_SELF, OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, 0, NULL));
	else if (!strcmp(word, "comm"))
		good(OTF2_GlobalDefWriter_WriteComm(global, (OTF2_CommRef)v[0], 0, (OTF2_GroupRef)v[1], OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE));
	else if (!strcmp(word, "joins"))
		good(OTF2_GlobalDefWriter_WriteInterComm(global, (OTF2_CommRef)v[0], 0, (OTF2_GroupRef)v[1], (OTF2_GroupRef)v[2], OTF2_UNDEFINED_COMM,
							 OTF2_COMM_FLAG_NONE));
}

/* The word of a line; its numbers are in v. */
static const char *split(char *line)
{
	const char *const word = strtok(line, " \n");

	n = 0;
	for (const char *one; n < FIELDS && (one = strtok(NULL, " \n"));)
		v[n++] = strtoul(one, NULL, 10);
	return word ? word : "";
}

/* Locations have numbers that are not those of ranks. */
static OTF2_LocationRef location(unsigned rank)
{
	return 7 + 3 * rank;
}

static void write_own_numbers(unsigned rank)
{
	OTF2_DefWriter *const d = OTF2_Archive_GetDefWriter(archive, location(rank));
	OTF2_IdMap *const map = OTF2_IdMap_Create(OTF2_ID_MAP_SPARSE, 1);

	for (unsigned k = 0; own && k < 8; k++)
		good(OTF2_IdMap_AddIdPair(map, comm(k), k));
	if (own)
		good(OTF2_DefWriter_WriteMappingTable(d, OTF2_MAPPING_COMM, map));
	OTF2_IdMap_Free(map);
	good(OTF2_Archive_CloseDefWriter(archive, d));
}

static void write_global(unsigned count)
{
	uint64_t member[MOST], events[MOST];

	for (unsigned r = 0; r < ranks; r++) {
		member[r] = location(r);
		good(OTF2_EvtWriter_GetNumberOfEvents(of_rank[r], &events[r]));
		good(OTF2_Archive_CloseEvtWriter(archive, of_rank[r]));
	}
	good(OTF2_Archive_CloseEvtFiles(archive));
	good(OTF2_Archive_OpenDefFiles(archive));
	for (unsigned r = 0; r < ranks; r++)
		write_own_numbers(r);
	good(OTF2_Archive_CloseDefFiles(archive));
	global = OTF2_Archive_GetGlobalDefWriter(archive);
	good(OTF2_GlobalDefWriter_WriteString(global, 0, "name"));
	good(OTF2_GlobalDefWriter_WriteRegion(global, MAIN, 0, 0, 0, OTF2_REGION_ROLE_FUNCTION, OTF2_PARADIGM_USER, OTF2_REGION_FLAG_NONE, 0, 0, 0));
	good(OTF2_GlobalDefWriter_WriteRegion(global, IN_MPI, 0, 0, 0, OTF2_REGION_ROLE_POINT2POINT, OTF2_PARADIGM_MPI, OTF2_REGION_FLAG_NONE, 0, 0, 0));
	good(OTF2_GlobalDefWriter_WriteSystemTreeNode(global, 0, 0, 0, OTF2_UNDEFINED_SYSTEM_TREE_NODE));
	for (unsigned r = 0; r < ranks; r++) {
		good(OTF2_GlobalDefWriter_WriteLocationGroup(global, r, 0, OTF2_LOCATION_GROUP_TYPE_PROCESS, 0, OTF2_UNDEFINED_LOCATION_GROUP));
		good(OTF2_GlobalDefWriter_WriteLocation(global, location(r), 0, OTF2_LOCATION_TYPE_CPU_THREAD, events[r], r));
	}
	good(OTF2_GlobalDefWriter_WriteGroup(global, 0, 0, OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, ranks, member));
	for (unsigned k = 0; k < count; k++)
		write_definition(split(lines[k]));
}

int main(int argc, char **argv)
{
	static OTF2_FlushCallbacks flush = { .otf2_pre_flush = before_flush, .otf2_post_flush = after_flush };
	unsigned count = 0;
	char line[128];

	own = argc > 3;
	if (argc < 3 || !fgets(line, sizeof line, stdin) || sscanf(line, "ranks %u", &ranks) != 1 || ranks > MOST)
		return 2;
	archive = OTF2_Archive_Open(argv[1], argv[2], OTF2_FILEMODE_WRITE, OTF2_CHUNK_SIZE_MIN, OTF2_CHUNK_SIZE_MIN, OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
	good(OTF2_Archive_SetFlushCallbacks(archive, &flush, NULL));
	good(OTF2_Archive_SetSerialCollectiveCallbacks(archive));
	good(OTF2_Archive_OpenEvtFiles(archive));
	for (unsigned r = 0; r < ranks; r++)
		of_rank[r] = OTF2_Archive_GetEvtWriter(archive, location(r));
	while (count < sizeof lines / sizeof *lines && fgets(lines[count], sizeof *lines, stdin)) {
		memcpy(line, lines[count], sizeof line);
		count += !write_event(split(line));
	}
	write_global(count);
	good(OTF2_Archive_Close(archive));
	return 0;
}
