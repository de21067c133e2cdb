/* Of what lies in a directory where we work, only what we made and left is swept, and nobody's lock is waited for. */
#include "test.h"
#include "tool_dir.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NAME = 512 };

static char parent[64];

static const char *at(const char *name)
{
	static char path[4][NAME];
	static unsigned next;
	char *const p = path[next++ % 4];

	snprintf(p, NAME, "%s/%s", parent, name);
	return p;
}

static bool there(const char *name)
{
	struct stat st;

	return !lstat(at(name), &st);
}

static void make_dir(const char *name)
{
	assert_int_equal(mkdir(at(name), 0777), 0);
}

static void make_file(const char *name, const char *text)
{
	FILE *f = fopen(at(name), "w");

	assert_non_null(f);
	fputs(text, f);
	assert_int_equal(fclose(f), 0);
}

__attribute__((format(printf, 1, 2)))
static void shell(const char *format, ...)
{
	char command[2 * NAME];
	va_list args;

	va_start(args, format);
	vsnprintf(command, sizeof command, format, args);
	va_end(args);
	assert_int_equal(system(command), 0);
}

/* The path of a directory that a process left that was killed at work. */
static const char *left_over(void)
{
	static char path[TOOL_PATH];
	int ends[2];
	pid_t pid;

	assert_int_equal(pipe(ends), 0);
	pid = fork();
	if (!pid) {
		struct tool_dir d;
		const bool good = tool_dir_new(&d, parent, "build");

		if (!good || write(ends[1], d.path, sizeof d.path) != sizeof d.path)
			_exit(1);
		_exit(0);
	}
	assert_int_equal(read(ends[0], path, sizeof path), sizeof path);
	waitpid(pid, NULL, 0);
	close(ends[0]);
	close(ends[1]);
	return path;
}

/* A process begins to work there, and so sweeps. */
static void sweep(void)
{
	struct tool_dir d;

	assert_true(tool_dir_new(&d, parent, "build"));
	tool_dir_remove(&d);
	assert_int_not_equal(access(d.path, F_OK), 0);
}

static int set_up(void **state)
{
	(void)state;
	strcpy(parent, "/tmp/sluice-test-XXXXXX");
	return mkdtemp(parent) ? 0 : -1;
}

static int tear_down(void **state)
{
	(void)state;
	shell("rm -rf %s", parent);
	return 0;
}

/* By the names that were once enough. */
TEST_WITH(of_users, set_up, tear_down)
{
	static const char *const names[] = { "build-x86_64", "verilog-source", "build-dead00", "sluice-build-mine00", "sluice-build-empty0" };

	for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
		make_dir(names[i]);
		if (i < 4)
			shell("echo precious >%s/file", at(names[i]));
	}
	sweep();
	for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
		assert_true(there(names[i]));
	assert_true(there("build-x86_64/file"));
}

TEST_WITH(left_overs, set_up, tear_down)
{
	const char *const path = left_over();

	make_dir("elsewhere");
	make_file("elsewhere/precious", "x\n");
	shell("mkdir %s/obj && touch %s/obj/x.o && ln -s ../../elsewhere %s/obj/link", path, path, path);
	sweep();
	assert_int_not_equal(access(path, F_OK), 0);
	assert_true(there("elsewhere/precious"));
}

/* As gen --force asks, which removes without a lock. */
static bool ours(const char *path)
{
	const int fd = open(parent, O_RDONLY | O_DIRECTORY);
	const bool is = tool_dir_ours(fd, strrchr(path, '/') + 1);

	close(fd);
	return is;
}

/* Each mark has one thing wrong with it. */
TEST_WITH(marks, set_up, tear_down)
{
	static const char *const edits[] = {
		"rm $0/.sluice-mark", "sed -i 1s/sluice/Sluice/ $0/.sluice-mark", "truncate -s 10 $0/.sluice-mark", "truncate -s 0 $0/.sluice-mark",
		"mv $0/.sluice-mark $0/m && ln -s m $0/.sluice-mark", "rm $0/.sluice-mark && mkdir $0/.sluice-mark", "rm $0/.sluice-mark && mkfifo $0/.sluice-mark",
		"sed -i 2s/sluice-build-....../sluice-build-000000/ $0/.sluice-mark",
	};

	for (unsigned i = 0; i < sizeof edits / sizeof *edits; i++) {
		const char *const path = left_over();

		assert_true(ours(path));
		shell("sh -c '%s' %s", edits[i], path);
		assert_false(ours(path));
		sweep();
		if (access(path, F_OK))
			fail_msg("swept after: %s", edits[i]);
		shell("rm -r %s", path);
	}
}

/* A copy has a mark that names another; a link leads to where somebody may have put something. */
TEST_WITH(copies, set_up, tear_down)
{
	const char *path = left_over();

	shell("cp -r %s %s", path, at("sluice-build-copy00"));
	shell("mv %s %s && ln -s kept %s", path, at("kept"), path);
	assert_false(ours(path));
	assert_false(ours(at("sluice-build-copy00")));
	sweep();
	assert_true(there("sluice-build-copy00"));
	assert_true(there("kept/" TOOL_DIR_MARK));
}

TEST_WITH(living, set_up, tear_down)
{
	struct tool_dir ours, kept;
	char *path;

	assert_true(tool_dir_new(&ours, parent, "build"));
	assert_true(tool_dir_new(&kept, parent, "build"));
	path = kept.path;
	tool_dir_keep(&kept);
	sweep();
	assert_int_equal(access(ours.path, F_OK), 0);
	assert_int_equal(access(path, F_OK), 0);
	tool_dir_remove(&ours);
	assert_int_not_equal(access(ours.path, F_OK), 0);
}

/* Another user's directory, with a mark that is right. */
TEST_WITH(strangers, set_up, tear_down)
{
	const char *const path = left_over();

	if (geteuid()) {
		print_message("# another user's directory: only root can make one\n");
		return;
	}
	assert_int_equal(chown(path, 65534, 65534), 0);
	sweep();
	assert_int_equal(access(path, F_OK), 0);
	shell("chown root %s; chown nobody %s/.sluice-mark", path, path);
	sweep();
	assert_int_equal(access(path, F_OK), 0);
	shell("chown root %s/.sluice-mark", path);
	sweep();
	assert_int_not_equal(access(path, F_OK), 0);
}

/* Whoever may read a directory may lock it: nobody waits for that, and it is known who it is. */
TEST_WITH(locked_parent, set_up, tear_down)
{
	const int fd = open(parent, O_RDONLY | O_DIRECTORY);

	assert_int_equal(flock(fd, LOCK_EX), 0);
	alarm(5);
	sweep();
	alarm(0);
	assert_int_equal(lock_holder(fd), getpid());
	close(fd);
}

/* Of a directory that is no longer ours nothing is removed. */
TEST_WITH(taken_away, set_up, tear_down)
{
	struct tool_dir d;

	assert_true(tool_dir_new(&d, parent, "build"));
	shell("mv %s %s && mkdir %s && touch %s/precious", d.path, at("moved"), d.path, d.path);
	tool_dir_remove(&d);
	assert_true(there("moved/" TOOL_DIR_MARK));
	shell("test -e %s/precious", d.path);
}

TEST_WITH(temporary, set_up, tear_down)
{
	struct tool_dir d;

	make_dir("a b");
	setenv("TMPDIR", at("a b"), 1);
	assert_true(tool_dir_temporary(&d, "test"));
	assert_int_equal(strncmp(d.path, "/tmp/sluice-test-", 17), 0);
	tool_dir_remove(&d);
	setenv("TMPDIR", parent, 1);
	assert_true(tool_dir_temporary(&d, "test"));
	assert_int_equal(strncmp(d.path, parent, strlen(parent)), 0);
	tool_dir_remove(&d);
	unsetenv("TMPDIR");
	assert_false(tool_path_plain("a:b"));
	assert_false(tool_path_plain("a$b"));
	assert_true(tool_path_plain("/tmp/a-b_c.d+e"));
}
