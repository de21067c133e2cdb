/* Archives of OTF2, event by event, as cmodel/net/jobs/mpi_events.h wants them: by the library of Score-P. */
#include "archive.h"

#include "grown.h"
#include "program.h"

#include <otf2/otf2.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the library tells in a call, and nobody here wants to know. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

_Static_assert((int)MPI_CALL_BARRIER == OTF2_COLLECTIVE_OP_BARRIER && (int)MPI_CALL_ALLTOALLW == OTF2_COLLECTIVE_OP_ALLTOALLW &&
	       (int)MPI_CALL_DESTROY_DEALLOCATE == OTF2_COLLECTIVE_OP_DESTROY_HANDLE_AND_DEALLOCATE, "operations have the numbers of OTF2");

/* A location of the archive: its events are those of a rank, if it is in the list of these. */
struct location {
	OTF2_LocationRef id;
	uint64_t events;
};

struct archive {
	const struct mpi_taker *to;
	void *arg;
	char *why;                      /* empty: nothing is wrong so far */
	size_t size;
	char part[32];                  /* the file of the archive that is read; empty: the first one */
	OTF2_ErrorCode code;            /* of the first error that the library told */
	OTF2_Reader *reader;
	bool enough;                    /* no more is wanted */
	struct location *location;
	uint32_t locations, room;
	uint8_t *of_mpi;                /* by region */
	size_t regions;
	OTF2_LocationRef *of_rank;
	uint32_t ranks;
	uint32_t rank;                  /* whose events are read */
};

/* The library keeps the function for its errors in a place of its own, for all readers. */
static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;

/* The first thing that is wrong is the one to be told. */
__attribute__((format(printf, 2, 3))) static bool wrong(struct archive *a, const char *format, ...)
{
	va_list args;
	char text[160];

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	if (!*a->why)
		snprintf(a->why, a->size, "%s%s%s", a->part, *a->part ? ": " : "", text);
	return false;
}

static OTF2_ErrorCode keep_error(void *archive, const char *file, uint64_t line, const char *function, OTF2_ErrorCode code, const char *format, va_list args)
{
	struct archive *const a = archive;
	char text[80];

	vsnprintf(text, sizeof text, format, args);
	a->code = *a->why ? a->code : code;
	wrong(a, "%.70s%s%s", OTF2_Error_GetDescription(code), *text ? ": " : "", text);
	return code;
}

static OTF2_CallbackCode next(struct archive *a, bool more)
{
	a->enough |= !more;
	return more ? OTF2_CALLBACK_SUCCESS : OTF2_CALLBACK_INTERRUPT;
}

static OTF2_CallbackCode no_memory(struct archive *a)
{
	wrong(a, "not enough memory for the file");
	return OTF2_CALLBACK_INTERRUPT;
}

static OTF2_CallbackCode clock_properties(void *archive, uint64_t ticks, uint64_t offset, uint64_t length, uint64_t realtime)
{
	struct archive *const a = archive;

	return next(a, !a->to->clock || a->to->clock(a->arg, ticks));
}

static OTF2_CallbackCode location(void *archive, OTF2_LocationRef self, OTF2_StringRef name, OTF2_LocationType type, uint64_t events,
				  OTF2_LocationGroupRef group)
{
	struct archive *const a = archive;
	struct location *const wider = grown(a->location, a->locations, &a->room, sizeof *wider);

	if (!wider)
		return no_memory(a);
	a->location = wider;
	a->location[a->locations++] = (struct location){ self, events };
	return OTF2_CALLBACK_SUCCESS;
}

/* Regions are numbered from 0 on. */
static OTF2_CallbackCode region(void *archive, OTF2_RegionRef self, OTF2_StringRef name, OTF2_StringRef canonical, OTF2_StringRef description,
				OTF2_RegionRole role, OTF2_Paradigm paradigm, OTF2_RegionFlag flags, OTF2_StringRef file, uint32_t begin, uint32_t end)
{
	enum { REGIONS = 1 << 28 };
	struct archive *const a = archive;

	if (self >= a->regions) {
		const size_t n = 2 * (size_t)self + 64;
		uint8_t *const wider = self < REGIONS ? realloc(a->of_mpi, n) : NULL;

		if (!wider)
			return no_memory(a);
		memset(wider + a->regions, 0, n - a->regions);
		a->of_mpi = wider;
		a->regions = n;
	}
	a->of_mpi[self] = paradigm == OTF2_PARADIGM_MPI;
	return OTF2_CALLBACK_SUCCESS;
}

/* The list of the locations of ranks. */
static OTF2_CallbackCode take_ranks(struct archive *a, uint32_t n, const uint64_t *member)
{
	OTF2_LocationRef *const of_rank = realloc(a->of_rank, ((size_t)n + 1) * sizeof *of_rank);

	if (!of_rank)
		return no_memory(a);
	a->of_rank = of_rank;
	for (uint32_t k = 0; k < n; k++)
		a->of_rank[k] = member[k];
	a->ranks = n;
	return next(a, !a->to->ranks || a->to->ranks(a->arg, n));
}

static OTF2_CallbackCode group(void *archive, OTF2_GroupRef self, OTF2_StringRef name, OTF2_GroupType type, OTF2_Paradigm paradigm, OTF2_GroupFlag flags,
			       uint32_t n, const uint64_t *member)
{
	struct archive *const a = archive;
	const struct mpi_group g = {
		.id = self, .ranks = type == OTF2_GROUP_TYPE_COMM_SELF ? 0 : n, .whole = flags & OTF2_GROUP_FLAG_GLOBAL_MEMBERS, .rank = member,
	};

	if (paradigm != OTF2_PARADIGM_MPI)
		return OTF2_CALLBACK_SUCCESS;
	if (type == OTF2_GROUP_TYPE_COMM_LOCATIONS)
		return take_ranks(a, n, member);
	if (type != OTF2_GROUP_TYPE_COMM_GROUP && type != OTF2_GROUP_TYPE_COMM_SELF)
		return OTF2_CALLBACK_SUCCESS;
	return next(a, !a->to->group || a->to->group(a->arg, &g));
}

static OTF2_CallbackCode take_communicator(struct archive *a, const struct mpi_communicator *c)
{
	return next(a, !a->to->communicator || a->to->communicator(a->arg, c));
}

static OTF2_CallbackCode communicator(void *archive, OTF2_CommRef self, OTF2_StringRef name, OTF2_GroupRef of, OTF2_CommRef parent, OTF2_CommFlag flags)
{
	return take_communicator(archive, &(struct mpi_communicator){ .id = self, .group = of });
}

static OTF2_CallbackCode joining_communicator(void *archive, OTF2_CommRef self, OTF2_StringRef name, OTF2_GroupRef one, OTF2_GroupRef other,
					      OTF2_CommRef common, OTF2_CommFlag flags)
{
	return take_communicator(archive, &(struct mpi_communicator){ .id = self, .group = one, .joins = true });
}

static OTF2_CallbackCode take(struct archive *a, uint64_t number, OTF2_TimeStamp time, struct mpi_event e)
{
	e.rank = a->rank;
	e.number = number;
	e.time = time;
	return next(a, a->to->event(a->arg, &e));
}

static bool is_of_mpi(const struct archive *a, OTF2_RegionRef region)
{
	return region < a->regions && a->of_mpi[region];
}

#define TOLD_NOTHING
#define TOLD(...) , __VA_ARGS__
#define EVENT(name, told, ...) \
	static OTF2_CallbackCode take_##name(OTF2_LocationRef at, OTF2_TimeStamp time, uint64_t number, void *archive, OTF2_AttributeList *attributes told) \
	{ \
		return take(archive, number, time, (struct mpi_event){ __VA_ARGS__ }); \
	}
#include "events.def"

static OTF2_EvtReaderCallbacks *event_callbacks(void)
{
	OTF2_EvtReaderCallbacks *const c = OTF2_EvtReaderCallbacks_New();

	if (!c)
		return NULL;
#define EVENT(name, ...) OTF2_EvtReaderCallbacks_Set##name##Callback(c, take_##name);
#include "events.def"
	return c;
}

/* What a rank has defined for itself: numbers that stand for those of the whole archive. There may be no such file. */
static bool read_own_definitions(struct archive *a, OTF2_LocationRef of)
{
	OTF2_DefReader *const r = OTF2_Reader_GetDefReader(a->reader, of);
	uint64_t n;

	if (!r && *a->why && a->code == OTF2_ERROR_ENOENT) {
		*a->why = '\0';
		return true;
	}
	return r && OTF2_Reader_ReadAllLocalDefinitions(a->reader, r, &n) == OTF2_SUCCESS && OTF2_Reader_CloseDefReader(a->reader, r) == OTF2_SUCCESS;
}

static bool read_all_own_definitions(struct archive *a)
{
	bool good = OTF2_Reader_OpenDefFiles(a->reader) == OTF2_SUCCESS;

	for (uint32_t rank = 0; good && rank < a->ranks; rank++) {
		snprintf(a->part, sizeof a->part, "%ju.def", (uintmax_t)a->of_rank[rank]);
		good = read_own_definitions(a, a->of_rank[rank]);
	}
	return good && OTF2_Reader_CloseDefFiles(a->reader) == OTF2_SUCCESS;
}

static int by_id(const void *a, const void *b)
{
	const struct location *const x = a, *const y = b;

	return x->id != y->id ? (x->id < y->id ? -1 : 1) : 0;
}

static bool read_rank(struct archive *a, const OTF2_EvtReaderCallbacks *c)
{
	const struct location key = { .id = a->of_rank[a->rank] }, *const l = a->locations ? bsearch(&key, a->location, a->locations, sizeof key, by_id) : NULL;
	OTF2_EvtReader *const r = OTF2_Reader_GetEvtReader(a->reader, key.id);
	uint64_t n = 0;

	if (!l)
		return wrong(a, "rank %u: location %ju is not defined", a->rank, (uintmax_t)key.id);
	if (!r || OTF2_Reader_RegisterEvtCallbacks(a->reader, r, c, a) != OTF2_SUCCESS ||
	    OTF2_Reader_ReadAllLocalEvents(a->reader, r, &n) != OTF2_SUCCESS || a->enough)
		return false;
	if (n != l->events)
		return wrong(a, "%ju events; there are to be %ju", (uintmax_t)n, (uintmax_t)l->events);
	return OTF2_Reader_CloseEvtReader(a->reader, r) == OTF2_SUCCESS;
}

static bool read_events(struct archive *a)
{
	OTF2_EvtReaderCallbacks *const c = event_callbacks();
	bool good = c && OTF2_Reader_OpenEvtFiles(a->reader) == OTF2_SUCCESS;

	if (a->locations)
		qsort(a->location, a->locations, sizeof *a->location, by_id);
	for (a->rank = 0; good && a->rank < a->ranks; a->rank++) {
		snprintf(a->part, sizeof a->part, "%ju.evt", (uintmax_t)a->of_rank[a->rank]);
		good = read_rank(a, c);
	}
	OTF2_EvtReaderCallbacks_Delete(c);
	return good && OTF2_Reader_CloseEvtFiles(a->reader) == OTF2_SUCCESS;
}

static OTF2_GlobalDefReaderCallbacks *definition_callbacks(void)
{
	OTF2_GlobalDefReaderCallbacks *const c = OTF2_GlobalDefReaderCallbacks_New();

	if (!c)
		return NULL;
	OTF2_GlobalDefReaderCallbacks_SetClockPropertiesCallback(c, clock_properties);
	OTF2_GlobalDefReaderCallbacks_SetLocationCallback(c, location);
	OTF2_GlobalDefReaderCallbacks_SetRegionCallback(c, region);
	OTF2_GlobalDefReaderCallbacks_SetGroupCallback(c, group);
	OTF2_GlobalDefReaderCallbacks_SetCommCallback(c, communicator);
	OTF2_GlobalDefReaderCallbacks_SetInterCommCallback(c, joining_communicator);
	return c;
}

static bool read_definitions(struct archive *a)
{
	OTF2_GlobalDefReader *const r = OTF2_Reader_GetGlobalDefReader(a->reader);
	OTF2_GlobalDefReaderCallbacks *const c = definition_callbacks();
	uint64_t n;
	const bool good = r && c && OTF2_Reader_RegisterGlobalDefCallbacks(a->reader, r, c, a) == OTF2_SUCCESS &&
			  OTF2_Reader_ReadAllGlobalDefinitions(a->reader, r, &n) == OTF2_SUCCESS;

	OTF2_GlobalDefReaderCallbacks_Delete(c);
	return good && !a->enough;
}

static bool read_all(struct archive *a)
{
	if (OTF2_Reader_SetSerialCollectiveCallbacks(a->reader) != OTF2_SUCCESS)
		return false;
	snprintf(a->part, sizeof a->part, "definitions");
	if (!read_definitions(a))
		return false;
	if (a->to->defined && !a->to->defined(a->arg)) {
		a->enough = true;
		return false;
	}
	for (uint32_t rank = 0; rank < a->ranks; rank++)
		if (OTF2_Reader_SelectLocation(a->reader, a->of_rank[rank]) != OTF2_SUCCESS)
			return wrong(a, "rank %u: location %ju cannot be read", rank, (uintmax_t)a->of_rank[rank]);
	return read_all_own_definitions(a) && read_events(a);
}

/* The library looks for NAME.otf2, whatever stands behind the last dot. */
static bool is_named(const char *path)
{
	const char *const end = strrchr(path, '.');

	return end && !strcmp(end, ".otf2");
}

bool archive_read(const char *path, const struct mpi_taker *to, void *arg, char *why, size_t size)
{
	struct archive a = { .to = to, .arg = arg, .why = why, .size = size };
	OTF2_ErrorCallback before;
	bool good;

	*why = '\0';
	if (!is_named(path))
		return wrong(&a, "the name of an archive ends in .otf2");
	pthread_mutex_lock(&one_at_a_time);
	before = OTF2_Error_RegisterCallback(keep_error, &a);
	a.reader = OTF2_Reader_Open(path);
	good = a.reader && read_all(&a);
	if (a.reader)
		OTF2_Reader_Close(a.reader);
	OTF2_Error_RegisterCallback(before, NULL);
	pthread_mutex_unlock(&one_at_a_time);
	if (a.enough)
		*why = '\0';
	else if (!good)
		wrong(&a, "cannot be read");
	free(a.location);
	free(a.of_mpi);
	free(a.of_rank);
	return good;
}

const char *archive_sources(void)
{
	return program_sources;
}
