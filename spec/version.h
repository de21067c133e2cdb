#pragma once

/* Between releases, that of the next one with .dev0, which Python, FuseSoC and, as ~dev0, Debian take for one before it. */
#define SLUICE_VERSION "0.3.0.dev0"
