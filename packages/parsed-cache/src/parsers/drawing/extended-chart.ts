import { childElements, childNamed, descendantsNamed, textOf, type XmlElement } from "../office/xml.ts";
import { type ChartColumn, chartRows, type ChartText } from "./chart-text.ts";
import { richText } from "./rich-text.ts";

/*
 * Waterfalls, funnels, tree maps and the like, since Office 2016 ([MS-ODRAWXML], `cx:chartSpace`): the values stand in
 * `cx:chartData`, apart from the series, which name their data by its id.
 */

export function readExtendedChart(root: XmlElement): ChartText {
  const chart = childNamed(root, "chart");
  const series = chart === undefined ? [] : descendantsNamed(chart, "series");
  const names = new Map(
    series.map((one) => [childNamed(one, "dataId")?.attributes.get("val") ?? "0", titleOf(childNamed(one, "tx"))]),
  );
  const columns = childElements(childNamed(root, "chartData"))
    .filter(({ name }) => name === "data")
    .map((data): ChartColumn => {
      const dimensions = childElements(data);
      const texts = dimensions.filter(({ name }) => name === "strDim");
      const [numbers] = dimensions.filter(({ name }) => name === "numDim");
      const name = names.get(data.attributes.get("id") ?? "0") ?? "";
      return { name, categories: joined(texts), values: joined(numbers === undefined ? [] : [numbers]) };
    });
  const axes = chart === undefined ? [] : descendantsNamed(chart, "axis");
  return {
    title: titleOf(childNamed(chart, "title")),
    axes: axes.map((axis) => titleOf(childNamed(axis, "title"))).filter((text) => text !== ""),
    labels: [],
    rows: chartRows(columns),
  };
}

/** Levels come from the innermost; `Europe / France` is a leaf of a tree. */
function joined(dimensions: readonly XmlElement[]): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  for (const level of dimensions.flatMap((dimension) => descendantsNamed(dimension, "lvl"))) {
    for (const point of childElements(level)) {
      const index = Number(point.attributes.get("idx"));
      const inner = found.get(index);
      if (Number.isSafeInteger(index))
        found.set(index, `${textOf(point).trim()}${inner === undefined ? "" : ` / ${inner}`}`);
    }
  }
  return found;
}

function titleOf(element: XmlElement | undefined): string {
  if (element === undefined) return "";
  return richText(element) || descendantsNamed(element, "v").map(textOf).join(" ").trim();
}
