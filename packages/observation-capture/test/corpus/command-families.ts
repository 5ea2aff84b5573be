import type { SeededRandom } from "@runningtab/test-kit";
import type { CorpusFile, CorpusWorkspace, FileForm } from "./corpus-workspace.ts";

/** What a family's commands are made from. */
export interface Ingredients {
  readonly random: SeededRandom;
  readonly workspace: CorpusWorkspace;
  /** A file of one of the forms (default: any plain text), as a shell word. */
  readonly word: (...forms: readonly FileForm[]) => string;
  readonly file: (...forms: readonly FileForm[]) => CorpusFile;
  /** Several different files, as shell words. */
  readonly words: (count: number, ...forms: readonly FileForm[]) => string;
  /** A folder of the workspace, as a shell word. */
  readonly folder: () => string;
  /** A word that the file holds. */
  readonly inside: (file: CorpusFile) => string;
  readonly number: (min: number, max: number) => number;
  readonly q: (path: string) => string;
}

export interface CommandFamily {
  readonly name: string;
  /** Programs without which the family is skipped. */
  readonly needs?: readonly string[];
  /** May put text of its own into what it shows: then computed from the right files is right too. */
  readonly rewrites?: true;
  /** Changes the workspace: runs on a copy of it. */
  readonly changes?: true;
  /** One command, or several calls of one session. */
  readonly make: (from: Ingredients) => string | readonly string[];
}

export const PLAIN: readonly FileForm[] = [
  "markdown",
  "text",
  "log",
  "csv",
  "json",
  "jsonl",
  "xml",
  "html",
  "yaml",
  "source",
];

/** Quotes a name in one of the ways in which people and models do. */
export function quoteName(path: string, random: SeededRandom): string {
  if (/^[\w./-]+$/.test(path)) return random.pick([path, path, path, `./${path}`, `"${path}"`]);
  const single = `'${path.replaceAll("'", `'\\''`)}'`;
  const double = `"${path.replace(/[\\"$`]/g, "\\$&")}"`;
  const slashed = path.replace(/[^\w./\u0080-\uffff-]/g, "\\$&");
  return random.pick([single, double, slashed]);
}

const family = (
  name: string,
  make: CommandFamily["make"],
  facts: Omit<CommandFamily, "name" | "make"> = {},
): CommandFamily => ({ name, make, ...facts });

export const COMMAND_FAMILIES: readonly CommandFamily[] = [
  // Readers of text.
  family("cat", ({ word }) => `cat ${word()}`),
  family("cat, several", ({ words, number }) => `cat ${words(number(2, 4))}`),
  family("cat, input", ({ word }) => `cat < ${word()}`),
  family("cat -n", ({ word }) => `cat -n ${word()}`),
  family("cat -A", ({ word }) => `cat -A ${word("csv", "source")}`),
  family(
    "cat, glob",
    ({ random }) => `cat ${random.pick(["docs/*.md", "src/*.ts", "*.md", "data/*.csv", "*/*.yaml", "docs/*.txt"])}`,
  ),
  family("cat, empty", ({ word }) => `cat ${word("empty")} ${word()}`),
  family("cat, link", ({ workspace, random }) => `cat ${random.pick([...workspace.links.keys()])}`),
  family("cat, missing", ({ word, random }) =>
    random.pick([
      `cat missing.txt ${word()}`,
      `cat ${word()} missing.txt`,
      `cat missing.txt 2>/dev/null; head -3 ${word()}`,
    ]),
  ),
  family("tac", ({ word }) => `tac ${word()}`),
  family("nl", ({ word, random }) => `nl ${random.pick(["", "-ba ", "-b a -w3 "])}${word()}`),
  family(
    "head",
    ({ word, number, random }) =>
      `head ${random.pick([`-n ${number(1, 12)} `, `-${number(1, 9)} `, "", `-c ${number(60, 200)} `, "-n -3 "])}${word()}`,
  ),
  family("head, several", ({ words, number }) => `head -n ${number(1, 5)} ${words(number(2, 3))}`),
  family(
    "tail",
    ({ word, number, random }) =>
      `tail ${random.pick([`-n ${number(1, 12)} `, `-${number(1, 9)} `, "", `-n +${number(2, 6)} `, `-c ${number(60, 200)} `])}${word()}`,
  ),
  family("tail, several", ({ words, number }) => `tail -n ${number(1, 5)} ${words(2)}`),
  family("head | tail", ({ word, number }) => `head -${number(6, 12)} ${word()} | tail -${number(2, 5)}`),
  family("sed -n", ({ word, number, random }) => {
    const first = number(1, 6);
    const last = first + number(0, 8);
    return `sed -n ${random.pick([`'${first},${last}p'`, `${first},${last}p`, `"${first}p"`, `'${first},$p'`, `'${first},+3p'`, `'${first},${last}p;${last}q'`])} ${word()}`;
  }),
  family(
    "sed q, d",
    ({ word, number, random }) =>
      `sed ${random.pick([`${number(2, 6)}q`, `'1,${number(1, 3)}d'`, "'/^$/d'"])} ${word()}`,
  ),
  family("sed s", ({ word }) => `sed 's/the/THE/g' ${word("markdown", "text")}`, { rewrites: true }),
  family("awk, lines", ({ word, number, random }) => {
    const first = number(1, 5);
    return `awk ${random.pick([`'NR==${first}'`, `'NR>=${first} && NR<=${first + 4}'`, `'NR<${first + 3}'`, `'NR>${first} {print}'`])} ${word()}`;
  }),
  family("awk, fields", ({ word, number }) => `awk -F, '{print $${number(1, 3)}}' ${word("csv")}`),
  family("awk, sum", ({ word }) => `awk -F, '{s+=$3} END {print s}' ${word("csv")}`),
  family("awk, text", ({ word }) => `awk -F, 'NR>1 {print "amount " $3}' ${word("csv")}`, { rewrites: true }),
  family(
    "cut",
    ({ word, number, random }) =>
      `cut -d, -f${random.pick(["1", "2", "1,3", "2-3"])} ${word("csv")}${random.pick(["", ` | head -${number(2, 5)}`])}`,
  ),
  family(
    "sort",
    ({ word, random }) => `sort ${random.pick(["", "-r ", "-t, -k3 -n ", "-u "])}${word("csv", "text", "log")}`,
  ),
  family("sort | uniq", ({ word }) => `sort ${word("text", "log")} | uniq | head -20`),
  family("uniq", ({ word }) => `uniq ${word("text", "log")}`),
  family("uniq -c", ({ word }) => `cut -d, -f4 ${word("csv")} | sort | uniq -c`),
  family("rev", ({ word }) => `rev ${word("text")}`),
  family(
    "fold, fmt",
    ({ word, random }) => `${random.pick(["fold -w 60 -s", "fmt -w 70", "fold -sw 40"])} ${word("text", "markdown")}`,
  ),
  family("expand", ({ word }) => `expand -t 4 ${word("source")}`),
  family("column", ({ word }) => `column -s, -t ${word("csv")}`, { needs: ["column"] }),
  family("paste", ({ words }) => `paste -d, ${words(2, "csv")}`),
  family("join", ({ words }) => `join -t, ${words(2, "csv")}`),
  family("comm", ({ words }) => `comm -23 ${words(2, "text")} 2>/dev/null`),
  family("comm, sorted", ({ word }) => `comm -3 <(sort ${word("text")}) <(sort ${word("markdown")})`),
  family(
    "diff",
    ({ words, random }) => `diff ${random.pick(["", "-u ", "-y ", "--color=always "])}${words(2, "text", "markdown")}`,
  ),
  family("less, more", ({ word, random }) => `${random.pick(["less", "more"])} ${word()}`, { needs: ["less", "more"] }),
  family(
    "bat",
    ({ word, random }) =>
      `batcat ${random.pick(["--style=plain --color=never", "--paging=never", "-n", "-p -r 2:6", "--color=always --style=numbers"])} ${word()}`,
    { needs: ["batcat"] },
  ),
  family("strings", ({ word }) => `strings -n 6 ${word("text", "source", "sqlite")} | head -20`, {
    needs: ["strings"],
  }),
  family(
    "xxd, hexdump",
    ({ word, random }) => `${random.pick(["xxd -l 256", "hexdump -C -n 256", "od -c -N 128"])} ${word("text", "csv")}`,
    { needs: ["xxd", "hexdump"] },
  ),
  family("base64", ({ word }) => `base64 ${word("text", "yaml")}`),
  family("iconv", ({ word }) => `iconv -f utf-8 -t utf-8 ${word("text", "markdown")}`),
  family("tr", ({ word }) => `tr a-z A-Z < ${word("csv", "text")} | head -5`, { rewrites: true }),
  family("shuf", ({ word }) => `shuf -n 3 ${word("text", "csv")}`),
  // Structured data.
  family(
    "jq",
    ({ word, random }) =>
      `jq ${random.pick(["-r .title", ".items[0]", ".", "-c '.items[]'", "-r '.items[].note'", "'.items | map(.name)'", "-r '.items[] | select(.amount > 1) | .name'"])} ${word("json")}`,
    { needs: ["jq"] },
  ),
  family("jq, lines", ({ word, random }) => `jq ${random.pick(["-r .note", "-c .tags", ".amount"])} ${word("jsonl")}`, {
    needs: ["jq"],
  }),
  family("jq length", ({ word }) => `jq '.items | length' ${word("json")}`, { needs: ["jq"] }),
  family(
    "json.tool",
    ({ word, random }) =>
      random.pick([`python3 -m json.tool ${word("json")}`, `cat ${word("json")} | python3 -m json.tool | head -12`]),
    { needs: ["python3"] },
  ),
  family(
    "xmllint",
    ({ word, random }) => `xmllint ${random.pick(["--format", "--xpath '//name/text()'"])} ${word("xml")}`,
    { needs: ["xmllint"] },
  ),
  family("xmlstarlet", ({ word }) => `xmlstarlet sel -t -v '//item/name' ${word("xml")}`, { needs: ["xmlstarlet"] }),
  family(
    "sqlite3",
    ({ word, random }) =>
      `sqlite3 ${word("sqlite")} ${random.pick(["'select * from orders'", '"select name, amount from orders limit 3"', "'SELECT id FROM orders WHERE amount > 1'"])}`,
    { needs: ["sqlite3"] },
  ),
  family("sqlite3, sum", ({ word }) => `sqlite3 ${word("sqlite")} 'select sum(amount), count(*) from orders'`, {
    needs: ["sqlite3"],
  }),
  family(
    "csvkit",
    ({ word, random }) =>
      `${random.pick(["csvlook", "csvcut -c name,amount", "csvgrep -c region -m north"])} ${word("csv")}`,
    { needs: ["csvlook"] },
  ),
  family(
    "mlr",
    ({ word, random }) =>
      `mlr --icsv ${random.pick(["--ojson", "--opprint"])} ${random.pick(["cat", "head -n 3", "cut -f name,amount"])} ${word("csv")}`,
    { needs: ["mlr"] },
  ),
  // Documents and archives.
  family(
    "pdftotext",
    ({ word, random }) => `pdftotext ${random.pick(["", "-layout ", "-f 2 -l 2 "])}${word("pdf")} -`,
    { needs: ["pdftotext"] },
  ),
  family(
    "pdftotext, file",
    ({ word }) => `pdftotext ${word("pdf")} /tmp/$$.txt && head -20 /tmp/$$.txt; rm -f /tmp/$$.txt`,
    { needs: ["pdftotext"] },
  ),
  family("docx2txt", ({ word }) => `docx2txt ${word("docx")} -`, { needs: ["docx2txt"] }),
  family(
    "pandoc",
    ({ word, random }) =>
      `pandoc ${random.pick(["-t plain", "-t markdown", "-f docx -t plain --wrap=none"])} ${word("docx")}`,
    { needs: ["pandoc"] },
  ),
  family("xlsx2csv", ({ word }) => `xlsx2csv ${word("xlsx")}`, { needs: ["xlsx2csv"] }),
  family(
    "unzip -p",
    ({ word, random }) =>
      random.pick([
        `unzip -p ${word("zip")} member.txt`,
        `unzip -p ${word("docx")} word/document.xml | sed 's/<[^>]*>/ /g'`,
      ]),
    { needs: ["unzip", "zip"], rewrites: true },
  ),
  family("unzip -l", ({ word }) => `unzip -l ${word("zip", "docx")}`, { needs: ["unzip", "zip"] }),
  family("tar -xO", ({ word, random }) => `tar ${random.pick(["-xzOf", "xzOf", "-x -z -O -f"])} ${word("tgz")}`),
  family("zcat", ({ word, random }) => `${random.pick(["zcat", "gunzip -c", "gzip -dc"])} ${word("gz")}`),
  // Searchers.
  family("grep, file", ({ file, q, inside, random }) => {
    const one = file();
    return `grep ${random.pick(["", "-n ", "-i ", "-A1 ", "-C 2 ", "-nH ", "--color=always "])}${inside(one)} ${q(one.path)}`;
  }),
  family("grep, several", ({ file, q, inside, words, random }) => {
    const one = file("text", "markdown");
    return `grep ${random.pick(["", "-n ", "-h ", "-B1 "])}${inside(one)} ${q(one.path)} ${words(2, "log", "csv")}`;
  }),
  family(
    "grep -r",
    ({ file, inside, random }) =>
      `grep -rn${random.pick(["", "i", "I"])} ${inside(file())} ${random.pick([".", "", "docs src data"])}`,
  ),
  family(
    "grep -r, common",
    ({ random, number }) =>
      `grep -rn ${random.pick(["--include='*.md' total", "--include=*.ts TODO", "--include=*.txt 'team.*plan'"])} . | head -${number(5, 20)}`,
  ),
  family(
    "grep -l",
    ({ random }) => `grep -rl ${random.pick(["TODO", "total", "status"])} ${random.pick([".", "src", "docs"])}`,
  ),
  family("grep -c", ({ words, folder, random }) =>
    random.pick([`grep -c the ${words(3, "text", "markdown")}`, `grep -rc the ${folder()}`]),
  ),
  family("grep -o", ({ word }) => `grep -o '[0-9]\\{6\\}' ${word()}`),
  family("grep -v, -q", ({ word, random }) =>
    random.pick([`grep -v the ${word("csv", "source")}`, `grep -q the ${word()} && echo found`]),
  ),
  family(
    "grep, pipe",
    ({ word, random, number }) =>
      `cat ${word()} | grep ${random.pick(["the", "-n e", "-i a"])} | head -${number(2, 9)}`,
  ),
  family(
    "rg",
    ({ file, inside, random, folder }) =>
      `rg ${random.pick(["", "-n ", "-i ", "--no-heading -n ", "--heading -n ", "-C1 ", "--color=always -n "])}${inside(file())} ${random.pick(["", ".", folder()])}`,
    { needs: ["rg"] },
  ),
  family(
    "rg, type",
    ({ random, number }) =>
      `rg -n ${random.pick(["-t ts TODO", "-g '*.md' total", "-g '*.csv' north"])} | head -${number(4, 15)}`,
    { needs: ["rg"] },
  ),
  family(
    "rg -l, -c, --files",
    ({ random }) => `rg ${random.pick(["-l the", "-c the", "--files", "--files -g '*.md'", "--count-matches e docs"])}`,
    { needs: ["rg"] },
  ),
  family("rg --json", ({ file, inside }) => `rg --json ${inside(file())}`, { needs: ["rg"] }),
  family(
    "ag",
    ({ file, inside, random }) =>
      `ag ${random.pick(["", "--nogroup ", "--group ", "-i ", "--nocolor "])}${inside(file())}`,
    { needs: ["ag"] },
  ),
  family("ag -l, -g", ({ random }) => `ag ${random.pick(["-l the", "-g md", "-c the"])}`, { needs: ["ag"] }),
  family(
    "git grep",
    ({ file, inside, random }) =>
      `git grep ${random.pick(["", "-n ", "-l ", "-c ", "--heading -n "])}${inside(file())}`,
    { needs: ["git"] },
  ),
  // Listers.
  family(
    "ls",
    ({ folder, random }) => `ls ${random.pick(["", "-1 ", "-a ", "-p ", "-F ", "-m "])}${random.pick(["", folder()])}`,
  ),
  family(
    "ls -l",
    ({ folder, random, word }) =>
      `ls ${random.pick(["-l", "-la", "-lh", "-lt", "-ltr", "--full-time", "-lS", "-li"])} ${random.pick(["", folder(), word()])}`,
  ),
  family("ls -R", ({ folder, random }) => `ls ${random.pick(["-R", "-lR", "-aR"])} ${random.pick(["", folder()])}`),
  family("ls, glob", ({ random }) => `ls ${random.pick(["*.md", "docs/*", "*/*.csv", "data/*.* src/*.ts", "-d */"])}`),
  family(
    "ls, quoted",
    ({ folder, random }) => `ls ${random.pick(["-Q", "-b", "--quoting-style=shell", "--color=always"])} ${folder()}`,
  ),
  family(
    "find",
    ({ folder, random }) =>
      `find ${random.pick([".", folder(), ""])} ${random.pick(["-type f", "-name '*.md'", "-type f -name '*.ts' -o -name '*.csv'", "-maxdepth 1", "-iname '*.TXT' -size +0", "-type f -newer README.md", "-type f -printf '%p %s\\n'", "-type f -print0 | tr '\\0' '\\n'"])}`,
  ),
  family("find -ls", ({ folder }) => `find ${folder()} -type f -ls`),
  family(
    "find -exec",
    ({ random }) =>
      `find ${random.pick(["docs -name '*.md' -exec head -2 {} \\;", ". -name README.md -exec cat {} +", "src -name '*.ts' -exec grep -Hn TODO {} \\;", "data -name '*.csv' -exec wc -l {} +", ". -name '*.yaml' -print -exec cat {} \\;"])}`,
  ),
  family("find | xargs", ({ random }) =>
    random.pick([
      "find . -name '*.ts' -print0 | xargs -0 grep -n TODO",
      "find docs -name '*.md' -print0 | xargs -0 head -n 2",
      "find . -name '*.csv' -print0 | xargs -0 wc -l",
      "find . -name 'README.md' | xargs cat",
      "find . -name '*.log' -print0 | xargs -0 -n1 tail -1",
      "find src -name '*.ts' -print0 | xargs -0 -I{} sed -n 1,4p {}",
    ]),
  ),
  family(
    "fd",
    ({ random }) =>
      `fdfind ${random.pick(["", "-e md", "-t f notes", "-e csv . data", "-g '*.txt'", "README -x head -1 {}"])}`,
    { needs: ["fdfind"] },
  ),
  family(
    "tree",
    ({ folder, random }) =>
      `tree ${random.pick(["", "-a ", "-f ", "-L 2 ", "-s ", "-J ", "-i -f ", "--noreport "])}${random.pick(["", folder()])}`,
    { needs: ["tree"] },
  ),
  family("du", ({ folder, random }) => `du ${random.pick(["-a", "-ah", "-sh"])} ${random.pick([folder(), "docs/*"])}`),
  family("stat", ({ words, word, random }) =>
    random.pick([
      `stat ${word()}`,
      `stat -c '%n %s' ${words(2)}`,
      `stat -c '%s %N' ${word()}`,
      `stat --printf='%n\\t%y\\n' ${word()}`,
    ]),
  ),
  family("file", ({ words }) => `file ${words(3)}`, { needs: ["file"] }),
  family("wc", ({ words, word, random }) =>
    random.pick([`wc -l ${words(3)}`, `wc ${word()}`, `wc -c < ${word()}`, `cat ${word()} | wc -w`, `wc -l *.md`]),
  ),
  family("checksums", ({ words, random }) => `${random.pick(["md5sum", "sha256sum", "cksum", "sha1sum"])} ${words(2)}`),
  family("git ls-files", ({ random, folder }) => `git ls-files ${random.pick(["", "'*.md'", folder(), "-s"])}`, {
    needs: ["git"],
  }),
  family("git status", ({ word }) => [`echo 1 >> ${word("text")}; git status --short`, "git status"], {
    needs: ["git"],
    changes: true,
  }),
  family(
    "git log, diff",
    ({ word, random }) =>
      random.pick([
        "git log --stat --oneline -3",
        `echo changed >> ${word("text")}; git diff --stat`,
        "git show --stat HEAD",
      ]),
    { needs: ["git"], changes: true },
  ),
  family("echo, glob", ({ random }) => `echo ${random.pick(["*.md", "docs/*", "data/*.csv"])}`),
  // Structure of the shell.
  family(
    "for",
    ({ words, random, number }) =>
      `for f in ${words(number(2, 3))}; do ${random.pick(['echo "== $f"; cat "$f"', 'head -n 3 "$f"', 'echo "$f:"; sed -n 2,4p "$f"; echo', 'wc -l "$f"', 'echo "--- $f ---" && tail -n 2 "$f"'])}; done`,
  ),
  family(
    "for, glob",
    ({ random }) =>
      `for f in ${random.pick(["docs/*.md", "src/*.ts", "data/*.csv", "*.txt"])}; do ${random.pick(['echo "### $f"; head -2 "$f"', '[ -f "$f" ] && tail -1 "$f"', 'echo "$f"'])}; done`,
  ),
  family("while read", ({ random }) =>
    random.pick([
      'find docs -name \'*.md\' | while read -r f; do echo "# $f"; head -1 "$f"; done',
      'ls *.md | while read f; do cat "$f"; done',
      'while IFS=, read -r id name rest; do echo "$name"; done < "$(find data -name \'*.csv\' | sort | head -1)"',
    ]),
  ),
  family("cd", ({ random, file }) => {
    const one = file();
    const at = one.path.lastIndexOf("/");
    const folder = at < 0 ? "." : one.path.slice(0, at);
    const name = one.path.slice(at + 1).replaceAll("'", `'\\''`);
    return `cd '${folder}' && ${random.pick(["cat", "head -5", "tail -n 3", "wc -l"])} '${name}'`;
  }),
  family("subshell, group", ({ word, random }) =>
    random.pick([
      `(cd docs && ls); head -2 ${word()}`,
      `{ head -2 ${word()}; tail -1 ${word()}; }`,
      `(head -3 ${word()}) | cat -n`,
      `{ cat ${word()}; cat ${word()}; } | head -30`,
    ]),
  ),
  family("lists", ({ word, folder, random }) =>
    random.pick([
      `head -1 ${word()}; ls ${folder()}`,
      `ls ${folder()}; cat ${word()}`,
      `pwd && ls && head -3 ${word()}`,
      `head -2 ${word()} && echo --- && tail -2 ${word()}`,
      `wc -l ${word()}; head -5 ${word()}`,
      `cat ${word()} || true`,
      `ls ${folder()} && grep -n the ${word()}`,
      `echo start; cat ${word()}; echo end`,
      `cat ${word()}; echo; cat ${word()}`,
    ]),
  ),
  family("variables", ({ word, random }) =>
    random.pick([
      `F=${word()}; cat "$F"`,
      `D=docs; ls "$D"; cat $D/README.md`,
      `F=${word()}\nhead -3 "$F"\ntail -2 "$F"`,
      `N=4; sed -n "1,\${N}p" ${word()}`,
      `export F=${word()}; head -n 2 "\${F}"`,
      `for i in 1 3; do sed -n "\${i}p" ${word()}; done`,
    ]),
  ),
  family("substitution", ({ word, random }) =>
    random.pick([
      `echo "$(cat ${word()})"`,
      "cat $(find . -name README.md | head -1)",
      `X=$(head -2 ${word()}); echo "$X"`,
      'cat "$(ls docs/*.md | head -1)"',
      `echo "lines: $(wc -l < ${word()})"`,
      `cat <(head -2 ${word()}) <(tail -2 ${word()})`,
    ]),
  ),
  family("bash -c", ({ word, random, folder }) =>
    random.pick([
      `bash -c "head -3 README.md"`,
      `bash -lc 'cat docs/README.md'`,
      `sh -c 'cat "$1"' _ ${word()}`,
      `bash -c 'ls ${folder().replaceAll("'", "")}'`,
      `bash <<'EOF'\ncat src/README.md\nEOF`,
      `eval "tail -2 README.md"`,
    ]),
  ),
  family(
    "prefixes",
    ({ word, random }) =>
      `${random.pick(["time ", "env LC_ALL=C ", "timeout 10 ", "nice -n 5 ", "command ", "LC_ALL=C ", "stdbuf -oL ", "nohup "])}${random.pick(["cat", "head -4", "sort", "sed -n 2,5p"])} ${word()}`,
  ),
  family("here-document", ({ word, random }) =>
    random.pick([
      `cat - ${word()} <<'EOF'\nmy own words 314159\nEOF`,
      `cat > /tmp/own_$$.txt <<'EOF'\nmy own words 271828\nEOF\ncat /tmp/own_$$.txt; head -2 ${word()}; rm /tmp/own_$$.txt`,
      `grep -f - ${word()} <<'EOF'\nthe\nEOF`,
      `while read -r n; do head -$n ${word()}; done <<< 3`,
    ]),
  ),
  family("if, case", ({ word, random }) =>
    random.pick([
      `if [ -f ${word()} ]; then head -3 README.md; else echo none; fi`,
      `[ -e ${word()} ] && cat docs/README.md`,
      `case README.md in *.md) cat README.md;; *) echo no;; esac`,
      `test -d docs && ls docs`,
    ]),
  ),
  family("functions", ({ word }) => `show() { echo "> $1"; head -2 "$1"; }; show ${word()}; show README.md`),
  family(
    "pipes",
    ({ word, random, number }) =>
      `cat ${word()} | ${random.pick(["sort | head -5", "tail -n +2 | head -4", `sed -n 1,${number(3, 8)}p`, "tee /dev/null | tail -3", "cut -c1-60", "nl | tail -2", "awk 'NR<5'"])}`,
  ),
  family("xargs", ({ random, word }) =>
    random.pick([
      "ls *.md | xargs head -n 2",
      "echo README.md docs/README.md | xargs cat",
      `ls -d README.md src/README.md | xargs -I{} sh -c 'echo "## {}"; cat {}'`,
      `printf '%s\\0' ${word()} | xargs -0 cat`,
    ]),
  ),
  family("redirections", ({ word, random }) =>
    random.pick([
      `cat ${word()} > /tmp/kept_$$.txt; head -3 /tmp/kept_$$.txt; rm /tmp/kept_$$.txt`,
      `cat ${word()} 2>&1 | head -5`,
      `exec 3< ${word()}; head -3 <&3`,
      `cat ${word()} missing_file 2>&1`,
      `cat ${word()} > /dev/null; echo done`,
    ]),
  ),
  // Writers and what only names.
  family(
    "cp, mv",
    ({ word, random }) =>
      random.pick([
        `cp ${word()} out_copy.txt`,
        `cp -v ${word()} archive/`,
        `mv -v ${word()} moved_away.txt`,
        `mkdir -p out && cp ${word()} out/ && ls out`,
      ]),
    { changes: true },
  ),
  family(
    "rm, touch",
    ({ word, random }) =>
      random.pick([`rm ${word()}`, `rm -v ${word()}`, "touch new_file.txt; ls *.txt", `rm -f ${word()}; ls`]),
    { changes: true },
  ),
  family(
    "own draft",
    ({ random }) =>
      random.pick([
        "printf 'draft words 161803\\nmore 141421\\n' > draft_own.md; cat draft_own.md",
        "cat > draft_two.md <<'EOF'\n# Draft 173205\ntext 223606\nEOF\nhead -5 draft_two.md",
        "echo 'own line 244948' | tee draft_three.md",
        "tee draft_four.md <<'EOF'\nwritten 264575\nEOF\ncat draft_four.md",
      ]),
    { changes: true, rewrites: true },
  ),
  family(
    "own append",
    ({ word }) => [`echo 'appended own 282842' >> ${word("text", "markdown")}`, "tail -n 3 README.md"],
    { changes: true },
  ),
  family(
    "sed -i",
    ({ word }) => {
      const one = word("text", "markdown");
      return [`sed -i 's/the/THE/' ${one}`, `head -3 ${one}`];
    },
    { changes: true },
  ),
  family("derived, later", ({ word }) => [`pdftotext ${word("pdf")} ../later.txt`, "sed -n 1,6p ../later.txt"], {
    needs: ["pdftotext"],
    changes: true,
  }),
  family("echo, names", ({ word, random }) => `echo ${random.pick(["see", "reading", "next:"])} ${word()}`),
  family("silent", ({ word, random }) =>
    random.pick([
      `cat ${word()} > /dev/null`,
      `head -3 ${word()} >/dev/null 2>&1`,
      `grep -q the ${word()}`,
      `test -f ${word()}`,
      `[ -s ${word()} ]`,
      `cmp ${word("text")} ${word("csv")} >/dev/null; echo $?`,
    ]),
  ),
  family("unrelated", ({ random }) =>
    random.pick([
      "date +%Y",
      "uname -s",
      "echo hello 987654",
      "printf '%s\\n' one two",
      "seq 3",
      "expr 3 + 4",
      "true",
      "whoami",
    ]),
  ),
  // Programs.
  family(
    "python, prints",
    ({ file, random }) => {
      const name = JSON.stringify(file("text", "markdown", "csv").path);
      return `python3 -c ${sq(random.pick([`print(open(${name}).read())`, `for line in open(${name}).readlines()[:6]: print(line, end="")`, `import sys; sys.stdout.write("".join(l for i, l in enumerate(open(${name})) if i % 2 == 0))`]))}`;
    },
    { needs: ["python3"] },
  ),
  family(
    "python, several",
    ({ file }) =>
      `python3 - <<'EOF'\nfor name in [${JSON.stringify(file("text").path)}, ${JSON.stringify(file("markdown").path)}]:\n    print("##", name)\n    print("".join(open(name).readlines()[:5]))\nEOF`,
    { needs: ["python3"] },
  ),
  family(
    "python, figure",
    ({ file }) =>
      `python3 -c ${sq(`print(sum(int(l.split(",")[2]) for l in list(open(${JSON.stringify(file("csv").path)}))[1:]))`)}`,
    { needs: ["python3"] },
  ),
  family(
    "python, folder",
    ({ random }) =>
      `python3 -c ${sq(random.pick(['import os; print("\\n".join(sorted(os.listdir("docs"))))', 'import glob; print(glob.glob("**/*.md", recursive=True))', 'from pathlib import Path\nfor p in sorted(Path("src").rglob("*.ts")): print(p, p.stat().st_size)']))}`,
    { needs: ["python3"] },
  ),
  family(
    "node",
    ({ file }) =>
      `node -e ${sq(`console.log(require("fs").readFileSync(${JSON.stringify(file("text", "yaml").path)}, "utf8").split("\\n").slice(0, 4).join("\\n"))`)}`,
    { needs: ["node"] },
  ),
  family(
    "perl",
    ({ word, random }) =>
      `perl ${random.pick(["-ne 'print if $. < 5'", "-ne 'print if /the/'", "-lane 'print $F[0]'"])} ${word("text", "log")}`,
    { needs: ["perl"] },
  ),
];

/** A program's text in single quotes. */
function sq(code: string): string {
  return `'${code.replaceAll("'", `'\\''`)}'`;
}
