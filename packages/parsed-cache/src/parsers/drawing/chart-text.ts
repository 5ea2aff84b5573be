/** What a chart shows, by the values that its file keeps beside the drawing. */
export interface ChartText {
  readonly title: string;
  /** Titles of the axes. */
  readonly axes: readonly string[];
  /** Words that its author wrote into it: labels of single points, text boxes. */
  readonly labels: readonly string[];
  /** A head of series names, then a row for each category; empty for a chart without cached values. */
  readonly rows: readonly (readonly string[])[];
}

/** Rows that are read of one chart; a chart with more shows a cloud, not figures. */
const MAX_CHART_ROWS = 1000;

/** A series: its values by index, and what they belong to. */
export interface ChartColumn {
  readonly name: string;
  readonly categories: ReadonlyMap<number, string>;
  readonly values: ReadonlyMap<number, string>;
}

/** Columns side by side, under their names. */
export function chartRows(columns: readonly ChartColumn[]): readonly (readonly string[])[] {
  const indexes = [
    ...new Set(columns.flatMap(({ categories, values }) => [...categories.keys(), ...values.keys()])),
  ].toSorted((a, b) => a - b);
  if (indexes.length === 0) return [];
  const rows = indexes
    .slice(0, MAX_CHART_ROWS)
    .map((index) => [
      columns.map(({ categories }) => categories.get(index)).find((category) => category !== undefined) ?? "",
      ...columns.map(({ values }) => values.get(index) ?? ""),
    ]);
  const left = indexes.length - rows.length;
  return [["", ...columns.map(({ name }) => name)], ...rows, ...(left > 0 ? [[`(${left} more rows)`]] : [])];
}

/** One line that says what the chart is: `[chart: Sales; axes: Month, Euro]`. Empty when it says nothing of itself. */
export function chartHead({ title, axes, labels }: ChartText): string {
  const parts = [title, listed("axes", axes), listed("labels", labels)].filter((part) => part !== "");
  return parts.length === 0 ? "" : `[chart: ${parts.join("; ")}]`;
}

function listed(what: string, texts: readonly string[]): string {
  return texts.length === 0 ? "" : `${what}: ${texts.join(", ")}`;
}
