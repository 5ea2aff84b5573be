import type { Computation } from "./computation.ts";
import { hanPartOfYear } from "./lexicon.ts";
import { hanWords } from "./text-terms.ts";

const hanPeriod = String.raw`(?:\d{4}年${hanPartOfYear}?|${hanPartOfYear})`;

function whenAtStart(text: string): { readonly when: string; readonly rest: string } {
  const when = new RegExp(`^${hanPeriod}?`, "u").exec(text)?.[0] ?? "";
  return { when, rest: text.slice(when.length) };
}

/** What an ask in Chinese has worked out; `undefined` for one that only looks a value up. `plain` ends without a mark. */
export function chineseComputation(plain: string): Computation | undefined {
  return understoodChinese(plain) ?? refusedChinese(plain);
}

/** What is compared or divided in words that are not understood is refused: one of the values is no answer. */
function refusedChinese(plain: string): Computation | undefined {
  if (/占.*(?:多少|几|比|份额)|(?:比例|比重|占比|百分比|比率)|的百分之|几分之几|[几多少]倍/u.test(plain))
    return { operation: "share", parts: [] };
  return /比.+[多少高低增减](?:了)?多少|相差|差额|之差/u.test(plain)
    ? { operation: "difference", parts: [] }
    : undefined;
}

const measureWord = "[个家张台名人件份位条间辆户种次笔本项只头座栋套]";

function understoodChinese(plain: string): Computation | undefined {
  const many =
    new RegExp(`^(?<of>.+?)(?:一共|共|总共)?有(?:多少|几)${measureWord}$`, "u").exec(plain)?.groups ??
    new RegExp(`^(?:一共|共|总共)?有?(?:多少|几)${measureWord}(?<of>\\p{Script=Han}{2,})$`, "u").exec(plain)?.groups;
  if (many !== undefined) return { operation: "count", parts: [], series: many["of"]! };
  const bare = plain.replace(/(?:是|为|有)?(?:多少|几何|几|什么)$/u, "").replace(/^(?:请问|请计算|计算)/u, "");
  const which =
    /^(?<when>.*?)(?:哪个|哪一个|哪家)\p{Script=Han}{1,6}?的(?<of>.+?)最(?<most>[高大多低小少])$/u.exec(bare)?.groups ??
    /^(?<when>)(?<of>.+?)最(?<most>[高大多低小少])的\p{Script=Han}{1,6}$/u.exec(bare)?.groups;
  if (which !== undefined)
    return {
      operation: /[低小少]/u.test(which["most"]!) ? "min" : "max",
      parts: [],
      series: `${which["when"]}${which["of"]}`,
    };
  const ratio =
    /^(?<of>.+?)占(?<all>.*?总.+?|.*?全部.+?|合计.*?)的?(?:比例|比重|份额|百分比|百分之|的)$/u.exec(bare)?.groups ??
    /^(?<of>.+?)在(?<all>.*?总.+?|.*?全部.+?)(?:中|里)的?(?:占比|比例|比重|份额|百分比)$/u.exec(bare)?.groups;
  const part = /^(?<part>[^占总]+的(?<measure>[^占总]+?))的?(?:占比|比重)$/u.exec(bare)?.groups;
  if (part !== undefined) return { operation: "share", parts: [part["part"]!], series: part["measure"]! };
  if (ratio !== undefined) {
    const [own, whole] = [whenAtStart(ratio["of"]!), whenAtStart(ratio["all"]!)];
    const [, scope = "", measure = ""] = /^(.*?)(?:总|全部的?|合计)(.+)$/u.exec(whole.rest) ?? [];
    const when = own.when || whole.when;
    // `杭州店占总销售额`: what the share is of stands only once.
    const isWhole = ratio["of"]!.includes(measure) || ratio["of"]!.includes("的");
    return {
      operation: "share",
      parts: [isWhole ? `${own.when === "" ? when : ""}${ratio["of"]!}` : `${own.rest}的${when}${measure}`],
      series: `${when}${scope}${measure}`,
    };
  }
  const grown = new RegExp(
    String.raw`^(?<who>.+?)(?<late>${hanPeriod})(?<first>[^比]*)比(?<early>${hanPeriod})(?<second>.*?)(?:增加|增长|减少|下降|提高|多|少|高|低)了?$`,
    "u",
  ).exec(bare)?.groups;
  if (grown !== undefined) {
    const of = grown["first"]!.replace(/^的/u, "") || grown["second"]!.replace(/^的/u, "");
    const who = grown["who"]!.replace(/的$/u, "");
    return {
      operation: "difference",
      parts: [`${who}${grown["late"]}的${of}`, `${who}${grown["early"]}的${of}`],
    };
  }
  // `甲比乙多多少销售额`: what is compared stands at the end.
  const things = /^(?<a>[^比的]+)比(?<b>[^比的]+?)[多少高低]多少(?<of>\p{Script=Han}{2,})$/u.exec(bare)?.groups;
  if (things !== undefined)
    return { operation: "difference", parts: [`${things["a"]}的${things["of"]}`, `${things["b"]}的${things["of"]}`] };
  // `甲实际比预算多`: two measures of one thing, the second said without what it belongs to.
  const measured = /^(?<left>[^比]+)比(?<other>[^比]+?)(?:增加|增长|减少|下降|提高|多|少|高|低)了?$/u.exec(
    bare,
  )?.groups;
  if (measured !== undefined) {
    const words = hanWords(measured["left"]!.replaceAll("的", ""));
    const who = words.slice(0, -1).join("");
    const parts = who === "" ? [] : [`${who}的${words.at(-1)!}`, `${who}的${measured["other"]!}`];
    return { operation: "difference", parts };
  }
  const joined = new RegExp(
    String.raw`^(?<when>${hanPeriod}?)(?<a>.+?)(?:和|与|及|、)(?<b>.+?)(?:的?(?<then>${hanPeriod})的?|的)(?<of>.+?)的?(?<what>合计|总和|之和|总计|一共|共计|之差|差额|相差)$`,
    "u",
  ).exec(bare)?.groups;
  if (joined !== undefined) {
    const when = joined["when"] || (joined["then"] ?? "");
    const parts = [joined["a"], joined["b"]].map((name) => `${when}${name}的${joined["of"]}`);
    return { operation: /差/u.test(joined["what"]!) ? "difference" : "sum", parts };
  }
  const mean = /^(?<of>.+?)的?平均(?:值|数)?$|^平均(?<rest>.+)$/u.exec(bare)?.groups;
  if (mean !== undefined) return { operation: "average", parts: [], series: mean["of"] ?? mean["rest"]! };
  const all = /^(?:[一二三四五六七八九十两几各\d]+个|所有|全部)?(?<of>.+?)的?(?:合计|总和|总计|总额)$/u.exec(bare)
    ?.groups?.["of"];
  return all === undefined ? undefined : { operation: "sum", parts: [], series: all };
}
