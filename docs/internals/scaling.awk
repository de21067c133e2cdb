# The tables of scaling.md: what a span takes of a process, in tables of Markdown. awk -f docs/internals/scaling.awk

# Nanoseconds of a packet and switch, by nodes of a process: measured at 256, 4,096 and 65,536 nodes, logarithmic between them.
function hop(nodes)
{
	if (nodes <= 256)
		return 81
	return nodes <= 4096 ? 81 + (98 - 81) * log(nodes / 256) / log(16) : 98 + (192 - 98) * log(nodes / 4096) / log(16)
}

# Cycles of a span: the largest power of two up to delay + 1.
function span(delay,  cycles)
{
	for (cycles = 1; 2 * cycles <= delay + 1;)
		cycles *= 2
	return cycles
}

# Packets that the nodes of a process send in a span: load 0.3, packets of 8 flits.
function packets(nodes, processes, delay)
{
	return nodes / processes * 0.3 / 8 * span(delay)
}

# Microseconds of computing in a span; a packet crosses 2 stages - 1 switches.
function computing(nodes, stages, processes, delay)
{
	return packets(nodes, processes, delay) * (2 * stages - 1) * hop(nodes / processes) / 1000
}

# Messages: a process has links to 15 others for each digit, base 16, that its number takes.
function messages(processes)
{
	return processes <= 16 ? processes - 1 : 15 * log(processes) / log(16)
}

# Microseconds of the exchange: waiting for the slowest, messages one after the other, one latency, bytes.
function exchange(nodes, stages, processes, delay, message, latency, bandwidth)
{
	return 0.02 * computing(nodes, stages, processes, delay) + message * messages(processes) + latency + \
		packets(nodes, processes, delay) * 125 * (1 - 1 / processes) / bandwidth
}

function table(title, message, latency, bandwidth,  i, d, p, c, x)
{
	printf "%s\n\n| nodes | link delay | 2 | 4 | 16 | 64 | 256 processes |\n|--:|--:|--:|--:|--:|--:|--:|\n", title
	for (i = 3; i <= 5; i++)
		for (d = 1; d <= 3; d++) {
			printf "| %d | %d |", 16 ^ i, delay[d]
			for (p = 1; p <= 5; p++) {
				c = computing(16 ^ i, i, processes[p], delay[d])
				x = exchange(16 ^ i, i, processes[p], delay[d], message, latency, bandwidth)
				printf " %d %% |", 100 * c / (c + x)
			}
			printf "\n"
		}
	printf "\n"
}

BEGIN {
	split("1 15 63", delay)
	split("2 4 16 64 256", processes)
	table("A network for computing, 0.5 us a message, 1.5 us of latency, 10 GB/s:", 0.5, 1.5, 10000)
	table("Ethernet through the kernel, 5 us a message, 20 us of latency, 1 GB/s:", 5, 20, 1000)
}
