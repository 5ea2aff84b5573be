import { childElements, childNamed, descendantsNamed, textOf, valueOf, type XmlElement } from "../office/xml.ts";
import { isDateFormat, serialToIso } from "../spreadsheet-dates.ts";
import { chartRows, type ChartText } from "./chart-text.ts";
import { readExtendedChart } from "./extended-chart.ts";
import { richText } from "./rich-text.ts";

/** Reads the root of a chart part (`c:chartSpace`), or of one of the newer kinds (`cx:chartSpace`). */
export function readChart(root: XmlElement): ChartText {
  if (childNamed(root, "chartData") !== undefined) return readExtendedChart(root);
  const chart = childNamed(root, "chart");
  const area = childNamed(chart, "plotArea");
  const date1904 = valueOf(childNamed(root, "date1904")) === "1";
  const series = area === undefined ? [] : descendantsNamed(area, "ser");
  const columns = series.flatMap((one) => {
    const categories = points(childNamed(one, "cat") ?? childNamed(one, "xVal"), date1904);
    const name =
      points(childNamed(one, "tx"), date1904).get(0) ?? textOf(childNamed(childNamed(one, "tx"), "v")).trim();
    const sizes = points(childNamed(one, "bubbleSize"), date1904);
    const own = { name, categories, values: points(childNamed(one, "val") ?? childNamed(one, "yVal"), date1904) };
    return sizes.size === 0 ? [own] : [own, { name: `${name} (size)`, categories, values: sizes }];
  });
  const axes = childElements(area).filter(({ name }) => /^(?:cat|val|ser|date)Ax$/.test(name));
  return {
    title: titleOf(childNamed(chart, "title"), date1904),
    axes: axes.map((axis) => titleOf(childNamed(axis, "title"), date1904)).filter((text) => text !== ""),
    labels: series.flatMap((one) => descendantsNamed(one, "dLbl").map(richText)).filter((text) => text !== ""),
    rows: chartRows(columns),
  };
}

/** A title is written out, or taken from a cell. */
function titleOf(title: XmlElement | undefined, date1904: boolean): string {
  if (title === undefined) return "";
  return richText(title) || [...points(childNamed(title, "tx"), date1904).values()].join(" ");
}

/** The cached points of a reference, by index; categories of several levels with the outer ones before the inner. */
function points(element: XmlElement | undefined, date1904: boolean): ReadonlyMap<number, string> {
  if (element === undefined) return new Map();
  const levels = descendantsNamed(element, "lvl");
  if (levels.length > 1) return joinedLevels(levels.map((level) => levelPoints(level, "", date1904)));
  const format = textOf(descendantsNamed(element, "formatCode")[0]);
  return levelPoints(levels[0] ?? element, format, date1904);
}

function levelPoints(level: XmlElement, format: string, date1904: boolean): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  for (const point of descendantsNamed(level, "pt")) {
    const index = Number(point.attributes.get("idx"));
    const text = textOf(childNamed(point, "v")).trim();
    const isDate = isDateFormat(point.attributes.get("formatCode") ?? format);
    if (Number.isSafeInteger(index))
      found.set(index, (isDate ? serialToIso(Number(text), date1904) : undefined) ?? text);
  }
  return found;
}

/** The innermost level comes first in the file; an outer one has a point only where a new group begins. */
function joinedLevels([inner, ...outer]: readonly ReadonlyMap<number, string>[]): ReadonlyMap<number, string> {
  const joined = new Map<number, string>();
  const groups = outer.map(() => "");
  for (const [index, text] of inner ?? []) {
    for (const [level, points] of outer.entries()) groups[level] = points.get(index) ?? groups[level]!;
    joined.set(index, [...groups.toReversed(), text].filter((part) => part !== "").join(" / "));
  }
  return joined;
}
