import { childElements, childNamed, descendantsNamed, textOf, type XmlElement } from "../office/xml.ts";

/** What a chart shows, by the values that its file keeps beside the drawing. */
export interface ChartText {
  readonly title: string;
  /** A head of series names, then a row for each category; empty for a chart without cached values. */
  readonly rows: readonly (readonly string[])[];
}

/** Rows that are read of one chart; a chart with more shows a cloud, not figures. */
const MAX_CHART_ROWS = 1000;

/** Reads the root of a chart part (`c:chartSpace`). */
export function readChart(root: XmlElement): ChartText {
  const chart = childNamed(root, "chart");
  const title = childNamed(chart, "title");
  const series = chart === undefined ? [] : descendantsNamed(chart, "ser");
  const columns = series.map((one) => ({
    name: points(childNamed(one, "tx")).get(0) ?? textOf(childNamed(childNamed(one, "tx"), "v")).trim(),
    categories: points(childNamed(one, "cat") ?? childNamed(one, "xVal")),
    values: points(childNamed(one, "val") ?? childNamed(one, "yVal")),
  }));
  const indexes = [...new Set(columns.flatMap(({ categories, values }) => [...categories.keys(), ...values.keys()]))]
    .toSorted((a, b) => a - b)
    .slice(0, MAX_CHART_ROWS);
  const rows = indexes.map((index) => [
    columns.map(({ categories }) => categories.get(index)).find((category) => category !== undefined) ?? "",
    ...columns.map(({ values }) => values.get(index) ?? ""),
  ]);
  const head = ["", ...columns.map(({ name }) => name)];
  return {
    title: title === undefined ? "" : richText(title),
    rows: rows.length === 0 ? [] : [head, ...rows],
  };
}

/** The cached points of a reference, by index. Categories of several levels keep their innermost. */
function points(element: XmlElement | undefined): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  if (element === undefined) return found;
  const [level] = descendantsNamed(element, "lvl");
  for (const point of descendantsNamed(level ?? element, "pt")) {
    const index = Number(point.attributes.get("idx"));
    if (Number.isSafeInteger(index)) found.set(index, textOf(childNamed(point, "v")).trim());
  }
  return found;
}

function richText(element: XmlElement): string {
  return descendantsNamed(element, "p")
    .map((paragraph) =>
      childElements(paragraph)
        .map((run) => textOf(childNamed(run, "t")))
        .join(""),
    )
    .join(" ")
    .trim();
}
