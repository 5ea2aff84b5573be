/**
 * Commands that need no rule of their own, by what they do. Add a line to teach the strategy another one.
 * `valued` lists the options that take a value, `skip` how many operands come before the files.
 */
export interface ReaderEntry {
  readonly valued?: string;
  readonly skip?: number;
  /** Prints the bytes as they are. */
  readonly verbatim?: true;
  /** Shows some of the text only. */
  readonly partial?: true;
  /** Lines go through unchanged, if they do. */
  readonly keepsLines?: true;
  /** One line out for each line in, in order, so that line numbers stay the file's. */
  readonly perLine?: true;
  /** Options whose value is put into the text shown. */
  readonly inserts?: string;
  /** Numbers the lines. */
  readonly numbered?: true;
  /** Extracts the text of a document. */
  readonly converter?: true;
  /** The option that names an output file instead of the terminal. */
  readonly output?: string;
  /** The operand after the input names the output file; `-` is the terminal. `default` tells the name without one. */
  readonly outputOperand?: { readonly default?: string };
  /** Only the first file operand is a workspace file; the rest are members, queries or pages. */
  readonly single?: true;
}

export const READERS: Readonly<Record<string, ReaderEntry>> = {
  cat: { verbatim: true },
  tac: { valued: "-s" },
  less: { verbatim: true },
  more: { verbatim: true, valued: "-n" },
  rev: { perLine: true },
  nl: { valued: "-b -d -f -h -i -l -n -s -v -w", inserts: "-s", numbered: true, keepsLines: true, perLine: true },
  bat: { valued: "-l --language --style -r --line-range --theme -H --paging --color", verbatim: true },
  batcat: { valued: "-l --language --style -r --line-range --theme -H --paging --color", verbatim: true },
  sort: { valued: "-k -t -o -S -T --key --field-separator --output", output: "-o", keepsLines: true },
  uniq: { valued: "-f -s -w" },
  cut: {
    valued: "-d -f -c -b --delimiter --fields --output-delimiter",
    inserts: "--output-delimiter",
    partial: true,
    perLine: true,
  },
  fold: { valued: "-w" },
  fmt: { valued: "-w" },
  expand: { valued: "-t", perLine: true },
  unexpand: { valued: "-t", perLine: true },
  col: { perLine: true },
  column: { valued: "-s -o -c -N", inserts: "-o -N", perLine: true },
  paste: { valued: "-d", inserts: "-d" },
  join: { valued: "-t -1 -2 -o -a -e -v", inserts: "-e", partial: true },
  comm: { partial: true },
  diff: { valued: "-U -C -W --label -x", partial: true },
  colordiff: { valued: "-U -C -W", partial: true },
  sdiff: { valued: "-w", partial: true },
  cmp: { partial: true },
  shuf: { valued: "-n", partial: true, keepsLines: true },
  strings: { valued: "-n -t -e", partial: true },
  iconv: { valued: "-f -t -o", output: "-o" },
  dos2unix: { valued: "" },
  xxd: { valued: "-l -s -c -g" },
  od: { valued: "-A -t -N -j -w" },
  hexdump: { valued: "-n -s -e" },
  base64: { valued: "-w" },
  zcat: {},
  gzcat: {},
  bzcat: {},
  xzcat: {},
  zstdcat: {},
  xmllint: { valued: "--xpath --encode --output --schema", partial: true, output: "--output" },
  xmlstarlet: { skip: 1, valued: "-t -v -m -c", partial: true },
  csvlook: { valued: "-d --max-rows" },
  csvcut: { valued: "-c -d -C", partial: true },
  csvgrep: { valued: "-c -m -r -d -f", partial: true },
  csvsort: { valued: "-c -d" },
  csvstat: { valued: "-c -d", partial: true },
  csvsql: { valued: "--query -d", partial: true },
  csvtool: { skip: 2, partial: true },
  mlr: { partial: true },
  xsv: { skip: 1, valued: "-d -n", partial: true },
  pygmentize: { valued: "-l -f -O" },
  pdftotext: {
    valued: "-f -l -r -x -y -W -H -enc -opw -upw",
    converter: true,
    outputOperand: { default: ".txt" },
    single: true,
  },
  pdftohtml: { valued: "-f -l", converter: true, outputOperand: { default: ".html" }, single: true },
  pdfgrep: { skip: 1, valued: "-A -B -C -m", converter: true, partial: true },
  mutool: { skip: 1, valued: "-o -F", converter: true, output: "-o", single: true },
  docx2txt: { converter: true, outputOperand: { default: ".txt" }, single: true },
  "docx2txt.pl": { converter: true, outputOperand: { default: ".txt" }, single: true },
  antiword: { valued: "-m -w", converter: true },
  catdoc: { valued: "-d -s -m", converter: true },
  catppt: { converter: true },
  xls2csv: { valued: "-d -s", converter: true },
  odt2txt: { converter: true },
  unrtf: { converter: true },
  pandoc: {
    valued: "-f -t -o -s --from --to --output --wrap --columns --lua-filter --track-changes --extract-media",
    converter: true,
    output: "-o",
  },
  markitdown: { valued: "-o", converter: true, output: "-o" },
  docling: { valued: "--to --output", converter: true },
  xlsx2csv: { valued: "-s -n -d", converter: true, outputOperand: {}, single: true },
  in2csv: { valued: "-f --sheet -d", converter: true },
  html2text: { valued: "-width -o", converter: true, output: "-o" },
  w3m: { valued: "-T", converter: true },
  lynx: { converter: true },
  tesseract: { converter: true, outputOperand: { default: ".txt" }, single: true },
};

/** Commands that name or describe files without showing their content. */
export const LISTERS: Readonly<Record<string, { readonly valued?: string }>> = {
  ls: { valued: "-I --ignore -w" },
  dir: {},
  vdir: {},
  exa: { valued: "-L --level -I" },
  eza: { valued: "-L --level -I" },
  lsd: {},
  tree: { valued: "-L -I -P --filelimit" },
  du: { valued: "-d --max-depth --exclude" },
  stat: { valued: "-c -f --format --printf" },
  file: { valued: "-m -F" },
  pdfinfo: { valued: "-f -l" },
  exiftool: {},
  identify: {},
  mdls: {},
  locate: {},
  readlink: {},
  namei: {},
};

/** Commands that print a figure made from files. */
export const COUNTERS: Readonly<Record<string, { readonly valued?: string }>> = {
  wc: { valued: "--files0-from" },
  md5sum: {},
  sha1sum: {},
  sha224sum: {},
  sha256sum: {},
  sha384sum: {},
  sha512sum: {},
  shasum: { valued: "-a" },
  b2sum: {},
  cksum: {},
  sum: {},
  xxhsum: {},
  cloc: {},
  tokei: {},
  scc: {},
};

/** Commands that print something of the machine or nothing, and touch no workspace file. */
export const BYSTANDERS: ReadonlySet<string> = new Set(
  "date whoami id uname hostname uptime printenv which type history jobs ps top free df nproc locale getconf tput clear bc expr dc factor arch groups tty stty users who".split(
    " ",
  ),
);

/** Commands that run the rest of their words; `valued` their own options with a value, `skip` their own operands. */
export const PREFIXES: Readonly<
  Record<string, { readonly valued?: string; readonly skip?: number; readonly assignments?: true }>
> = {
  sudo: { valued: "-u -g -h -p -C -r -t -U -D", assignments: true },
  doas: { valued: "-u -C" },
  env: { valued: "-u -C -S", assignments: true },
  time: { valued: "-f -o" },
  timeout: { valued: "-s -k --signal --kill-after", skip: 1 },
  gtimeout: { valued: "-s -k", skip: 1 },
  nice: { valued: "-n" },
  ionice: { valued: "-c -n -p" },
  nohup: {},
  setsid: {},
  stdbuf: { valued: "-i -o -e" },
  unbuffer: {},
  command: {},
  builtin: {},
  exec: { valued: "-a" },
  busybox: {},
  chronic: {},
  caffeinate: { valued: "-t -w" },
  strace: { valued: "-e -o -s -p" },
};
