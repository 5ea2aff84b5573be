import type { SandboxLimits } from "../../src/index.ts";
import { type Ground, VARIABLE } from "./ground.ts";

/** A way out, in both tongues of an agent's commands. */
export interface Attempt {
  readonly name: string;
  readonly bash: (ground: Ground) => string;
  readonly python: (ground: Ground) => string;
  readonly limits?: Partial<SandboxLimits>;
  readonly timeoutMs?: number;
  /** What the model is told; default: that something is not there, not permitted or read-only. */
  readonly says?: RegExp;
  /**
   * Why the attempt is not made without a sandbox to see that it would succeed; absent: it is made, and has to meet a
   * canary.
   */
  readonly harmful?: string;
  /** Why the virtual shell has nothing to say: it has no such thing at all, and the attempt finds only its own. */
  readonly virtualIsQuiet?: string | undefined;
}

export const REFUSAL =
  /no such file|not permitted|permission denied|read-only|refused|unreachable|not found|cannot|no such (?:device|process)|no space|invalid|inappropriate|unavailable|must be (?:root|super)|not written|not opened|nothing found|exceeded|too many|not allowed|file too large|too large|timed out|not supported|disabled|illegal|does not exist|there is no/i;

const quoted = JSON.stringify;
/** Python through the shell, where the shell has no words of its own for it. */
const py = (code: string): string => `python3 - <<'CODE'\n${code}\nCODE`;
const syscall = (line: string): string =>
  `import ctypes, os\nlibc = ctypes.CDLL(None, use_errno=True)\nif ${line} != 0: raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))`;

/** Reads a path and shows it. */
const reading = (name: string, path: (ground: Ground) => string, more: Partial<Attempt> = {}): Attempt => ({
  name,
  bash: (ground) => `cat ${path(ground)}`,
  python: (ground) => `print(open(${quoted(path(ground))}).read())`,
  ...more,
});

/** Writes to a path. */
const writing = (name: string, path: (ground: Ground) => string, more: Partial<Attempt> = {}): Attempt => ({
  name,
  bash: (ground) => `echo escaped > ${path(ground)}`,
  python: (ground) => `open(${quoted(path(ground))}, "w").write("escaped")`,
  virtualIsQuiet: "it writes to a file of its own world, which ends with the command",
  ...more,
});

/** Code that has no other tongue. */
const coded = (name: string, code: (ground: Ground) => string, more: Partial<Attempt> = {}): Attempt => ({
  name,
  bash: (ground) => py(code(ground)),
  python: code,
  ...more,
});

const OTHERS = "it would strike processes that are not ours";
const MACHINE = "it would change or exhaust this machine";
const NO_CANARY = "what it would reach differs from machine to machine";
const SMALL = { memoryBytes: 200_000_000, fileBytes: 2_500_000, diskBytes: 8_000_000 };

export const ATTEMPTS: readonly Attempt[] = [
  reading("a file outside", ({ planted }) => planted),
  reading("a file outside, by ..", ({ planted }) => `../../../../../..${planted}`),
  reading("a file at home", ({ atHome }) => atHome),
  reading("the users of the system", () => "/etc/passwd", { harmful: NO_CANARY }),
  reading("the passwords of the system", () => "/etc/shadow", { harmful: NO_CANARY }),
  reading("a file behind a link that was there", () => "soft-before"),
  reading("the root of a process, by /proc/self", ({ planted }) => `/proc/self/root${planted}`),
  reading("the root of the first process", ({ planted }) => `/proc/1/root${planted}`, {
    harmful: "where it is closed, as in containers, it says nothing",
  }),
  reading("the folder of a process of the host", ({ victim, planted }) => `/proc/${victim}/root${planted}`),
  reading("the memory of the kernel", () => "/proc/kcore", { harmful: NO_CANARY, says: /./ }),
  reading("the sockets of other services", () => "/run/docker.sock /var/run/dbus/system_bus_socket", {
    harmful: NO_CANARY,
  }),
  {
    name: "what the environment holds",
    bash: () => `env | grep ${VARIABLE} || echo nothing found`,
    python: () => `import os\nprint(os.environ.get(${quoted(VARIABLE)}, "nothing found"))`,
    harmful: "the other sandboxes' launcher passes no environment on either; the next row looks further",
  },
  {
    name: "the environment of all processes that can be seen",
    bash: () => `cat /proc/[0-9]*/environ 2>/dev/null | tr '\\0' '\\n' | grep -a ${VARIABLE} || echo nothing found`,
    python: () =>
      `import glob\nfound = []\nfor path in glob.glob("/proc/[0-9]*/environ"):\n  try: found += [line for line in open(path, "rb").read().split(b"\\0") if ${quoted(VARIABLE)}.encode() in line]\n  except OSError: pass\nprint(found or "nothing found")`,
  },
  {
    name: "descriptors that the launcher left open",
    bash: () => "for n in 3 4 5 6 7 8 9; do { cat <&$n; echo escaped >&$n; } 2>/dev/null; done; echo nothing found",
    python: () =>
      `import os\nfor n in range(3, 40):\n  try: print(os.read(n, 100)); os.write(n, b"escaped")\n  except OSError: pass\nprint("nothing found")`,
    harmful: NO_CANARY,
  },
  {
    name: "through a link made inside",
    bash: ({ planted }) => `ln -s ${planted} link; cat link`,
    python: ({ planted }) => `import os\nos.symlink(${quoted(planted)}, "link")\nprint(open("link").read())`,
  },
  {
    name: "by writing through a link made inside",
    bash: ({ planted }) => `ln -s ${planted} link && echo escaped > link`,
    python: ({ planted }) => `import os\nos.symlink(${quoted(planted)}, "link")\nopen("link", "r+").write("escaped")`,
  },
  {
    name: "by a folder that becomes a link",
    bash: ({ outside }) => `rm -rf docs; ln -s ${outside} docs; cat docs/secret; echo escaped > docs/new`,
    python: ({ outside }) =>
      `import os\nos.rmdir("docs")\nos.symlink(${quoted(outside)}, "docs")\nopen("docs/new", "w").write("escaped")`,
    virtualIsQuiet: "links are not made, so that the folder is a folder again",
  },
  {
    name: "a hard link made inside",
    bash: ({ planted }) => `ln ${planted} hard && cat hard`,
    python: ({ planted }) => `import os\nos.link(${quoted(planted)}, "hard")\nprint(open("hard").read())`,
  },
  writing("over a file outside", ({ planted }) => planted),
  writing("a new file outside", ({ outside }) => `${outside}/new`),
  writing("a file at home", ({ atHome }) => atHome),
  writing("into the system", () => "/usr/.runningtab-canary", { harmful: MACHINE }),
  writing("into the state folder", ({ state }) => `${state}/tab.sqlite`),
  writing("a git hook", () => ".git/hooks/pre-commit", { virtualIsQuiet: undefined }),
  {
    name: "the git configuration, by another file in its place",
    bash: () => "echo '[core] hooksPath=x' > new; mv -f new .git/config",
    python: () => `import os\nopen("new", "w").write("x")\nos.replace("new", ".git/config")`,
  },
  writing("a setting of the kernel", () => "/proc/sys/vm/swappiness", { harmful: MACHINE }),
  writing("the trigger of the kernel", () => "/proc/sysrq-trigger", { harmful: MACHINE }),
  {
    name: "the network over TCP",
    bash: ({ port }) => `exec 3<>/dev/tcp/127.0.0.1/${port} && echo x >&3; curl -s -m 2 http://127.0.0.1:${port}/`,
    python: ({ port }) => `import socket\nsocket.create_connection(("127.0.0.1", ${port}), 2).send(b"x")`,
  },
  {
    name: "the network by the machine's own address",
    bash: ({ port, address }) =>
      `exec 3<>/dev/tcp/${address}/${port} && echo x >&3; curl -s -m 2 http://${address}:${port}/`,
    python: ({ port, address }) =>
      `import socket\nsocket.create_connection((${quoted(address)}, ${port}), 2).send(b"x")`,
  },
  {
    name: "the network over UDP",
    bash: ({ udpPort }) => `echo x > /dev/udp/127.0.0.1/${udpPort}; cat /proc/net/route`,
    python: ({ udpPort }) =>
      `import socket\ns = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\ns.connect(("127.0.0.1", ${udpPort}))\ns.send(b"x")\ns.send(b"x")\nimport time\ntime.sleep(0.1)\ns.send(b"x")`,
    // A table without a line: nothing can be reached, and a datagram to nobody is nobody's fault.
    says: /^Iface[^\n]*\n?$|refused|unreachable/,
    virtualIsQuiet: "it writes to a file of its own world",
  },
  coded(
    "a socket of the host in the file system",
    ({ socket }) => `import socket\nsocket.socket(socket.AF_UNIX).connect(${quoted(socket)})`,
  ),
  coded(
    "an abstract socket of the host",
    ({ abstract }) => `import socket\nsocket.socket(socket.AF_UNIX).connect("\\0" + ${quoted(abstract)})`,
  ),
  coded(
    "raw packets",
    () => `import socket\nsocket.socket(socket.AF_INET, socket.SOCK_RAW, 1).sendto(b"x", ("127.0.0.1", 0))`,
    {
      harmful: NO_CANARY,
    },
  ),
  {
    name: "a signal to a process of the host",
    bash: ({ victim }) => `kill -9 ${victim}`,
    python: ({ victim }) => `import os\nos.kill(${victim}, 9)`,
  },
  {
    name: "a signal to all processes",
    bash: () => "kill -9 -1; echo nothing found",
    python: () => `import os, signal\nsignal.signal(15, signal.SIG_IGN)\nos.kill(-1, 15)\nprint("nothing found")`,
    harmful: OTHERS,
  },
  coded("another process's memory, by ptrace", ({ victim }) => syscall(`libc.ptrace(16, ${victim}, 0, 0)`), {
    harmful: OTHERS,
  }),
  {
    name: "by outliving the command",
    bash: () => "setsid nohup bash -c 'sleep 1; touch late' > /dev/null 2>&1 < /dev/null & sleep 0.2; ps -e || cannot",
    python: () =>
      `import os, time, sys\nif os.fork() == 0:\n  os.setsid()\n  if os.fork() == 0:\n    time.sleep(1)\n    open("late", "w")\n  os._exit(0)\ntime.sleep(0.2)`,
    says: /(?:)/,
  },
  {
    name: "a fork bomb",
    bash: () => "bomb() { bomb | bomb & }; bomb; sleep 3; echo unbounded",
    python: () =>
      "import os, time\nfor _ in range(500):\n  if os.fork() == 0:\n    time.sleep(5)\n    os._exit(0)\ntime.sleep(5)\nprint('unbounded')",
    limits: { processes: 40 },
    harmful: MACHINE,
    says: /limit on processes|Resource temporarily unavailable|recursion depth/,
  },
  {
    name: "all of the memory",
    bash: () => "x=aaaaaaaaaaaaaaaa; while true; do x=$x$x; done",
    python: () => "x = bytearray(10_000_000)\nwhile True: x += bytearray(10_000_000)",
    limits: SMALL,
    harmful: MACHINE,
    says: /limit on memory|cannot allocate|string length limit/,
  },
  {
    name: "all of the disk, by many files",
    bash: () => "for i in {1..20}; do printf '%01000000d' 1 > part-$i; sleep 0.1; done",
    python: () =>
      "import time\nfor i in range(20):\n  open(f'part-{i}', 'wb').write(b'x' * 1_000_000)\n  time.sleep(0.1)",
    limits: SMALL,
    harmful: MACHINE,
    says: /limit on disk/,
  },
  {
    name: "all of the disk, by one file",
    bash: () => "for i in {1..4}; do printf '%01000000d' 1; done > big",
    python: () => "f = open('big', 'wb')\nfor _ in range(20): f.write(b'x' * 3_000_000)\nf.close()",
    limits: SMALL,
    harmful: MACHINE,
    says: /file too large|file size/i,
  },
  {
    name: "memory that no process holds, in /tmp",
    bash: () => "for i in {1..12}; do printf '%01000000d' 1 > /tmp/part-$i || break; done",
    python: () => "for i in range(12): open(f'/tmp/part-{i}', 'wb').write(b'x' * 1_000_000)",
    limits: SMALL,
    harmful: MACHINE,
    says: /no space|maximum|limit/i,
    virtualIsQuiet: "its /tmp is bounded by the limit on memory, which this does not reach",
  },
  {
    name: "memory that no process holds, in /dev/shm",
    bash: () => "for i in {1..12}; do printf '%01000000d' 1 > /dev/shm/part-$i || break; done",
    python: () => "for i in range(12): open(f'/dev/shm/part-{i}', 'wb').write(b'x' * 1_000_000)",
    limits: SMALL,
    harmful: MACHINE,
    says: /no space|maximum|limit/i,
    virtualIsQuiet: "it is a folder of its own world, bounded with its /tmp",
  },
  writing("memory that no process holds, in /dev", () => "/dev/filler", { harmful: MACHINE }),
  {
    name: "all of the processor time",
    bash: () => "while true; do :; done",
    python: () => "while True: pass",
    limits: { cpuSeconds: 1 },
    timeoutMs: 10_000,
    harmful: MACHINE,
    says: /limit on processor time|too many commands/i,
  },
  {
    name: "without an end",
    bash: () => "sleep 600; echo unbounded",
    python: () => "import time\ntime.sleep(600)\nprint('unbounded')",
    timeoutMs: 1_000,
    harmful: "it would only wait",
    says: /ended after 1 s/,
  },
  {
    name: "by output without an end",
    bash: () => "while true; do echo yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy; done",
    python: () => "while True: print('y' * 1000)",
    limits: { outputBytes: 10_000 },
    timeoutMs: 3_000,
    harmful: MACHINE,
    says: /limit on output|dropped here|too many commands|ended after 3 s/,
  },
  {
    name: "by mounting",
    bash: ({ outside }) => `mount --bind ${outside} docs; cat docs/secret`,
    python: ({ outside }) => syscall(`libc.mount(${quoted(outside)}.encode(), b"docs", None, 4096, None)`),
    harmful: MACHINE,
  },
  {
    name: "by mounting in a namespace of its own",
    bash: ({ planted }) => `unshare -Urm sh -c 'mount -t proc proc /proc; umount /tmp; cat ${planted}'`,
    python: ({ planted }) =>
      `import subprocess\nprint(subprocess.run(["unshare", "-Urm", "cat", ${quoted(planted)}], capture_output=True, text=True))`,
  },
  {
    name: "another root",
    bash: ({ planted }) => `chroot /proc/1/root cat ${planted}`,
    python: ({ planted }) => `import os\nos.chroot("/proc/1/root")\nprint(open(${quoted(planted)}).read())`,
    harmful: "only root may",
  },
  {
    name: "another user, by programs that change it",
    bash: ({ planted }) => `su -c 'cat ${planted}'; sudo -n cat ${planted}`,
    python: ({ planted }) =>
      `import subprocess\nprint(subprocess.run(["su", "-c", "cat ${"${planted}"}"], capture_output=True, text=True))`.replace(
        "${planted}",
        planted,
      ),
    harmful: "it may ask for a password",
  },
  {
    name: "a device",
    bash: () => "mknod disk b 8 0 && head -c 1 disk; head -c 1 /dev/sda /dev/mem",
    python: () =>
      `import os, stat\nos.mknod("disk", 0o600 | stat.S_IFBLK, os.makedev(8, 0))\nopen("disk", "rb").read(1)`,
    harmful: NO_CANARY,
  },
  {
    name: "the clock",
    bash: () => "date -s 2001-01-01",
    python: () => "import time\ntime.clock_settime(time.CLOCK_REALTIME, 978307200)",
    harmful: MACHINE,
    virtualIsQuiet: "its date says what it was told, and sets nothing",
  },
  {
    name: "the name of the machine",
    bash: () => "hostname escaped",
    python: () => `import socket\nsocket.sethostname("escaped")`,
    harmful: MACHINE,
    virtualIsQuiet: "its hostname shows a name, and sets none",
  },
  {
    name: "the terminal, by pushing keys into it",
    bash: () => py(`import fcntl, termios\nfcntl.ioctl(open("/dev/tty"), termios.TIOCSTI, b"x")`),
    python: () => `import fcntl, termios\nfcntl.ioctl(open("/dev/tty"), termios.TIOCSTI, b"x")`,
    harmful: "it would type on the terminal of whoever runs the tests",
  },
];
