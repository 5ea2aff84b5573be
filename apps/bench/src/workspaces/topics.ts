import type { SeededRandom } from "@runningtab/test-kit";

/** A measure that offices put into tables, with the things that it is measured of. */
export interface Topic {
  /** In lower case, as a sentence has it: `revenue`. */
  readonly measure: string;
  /** What each row is: `region`. */
  readonly rowKind: string;
  readonly rowKinds: string;
  readonly rows: readonly string[];
  /** `EUR thousand`; absent for plain counts. */
  readonly unit?: string;
  /** Of one cell. */
  readonly range: readonly [number, number];
  readonly decimals: 0 | 1;
}

export const topics: readonly Topic[] = [
  {
    measure: "revenue",
    rowKind: "region",
    rowKinds: "regions",
    rows: ["North", "South", "East", "West", "Islands", "Export"],
    unit: "EUR thousand",
    range: [1_100, 9_800],
    decimals: 0,
  },
  {
    measure: "electricity use",
    rowKind: "site",
    rowKinds: "sites",
    rows: ["Foundry", "Paint shop", "Warehouse", "Head office", "Canteen"],
    unit: "MWh",
    range: [40, 900],
    decimals: 1,
  },
  {
    measure: "visitors",
    rowKind: "museum",
    rowKinds: "museums",
    rows: ["Maritime House", "Glass Museum", "Old Mint", "Tram Depot", "Folk Hall"],
    range: [2_300, 48_000],
    decimals: 0,
  },
  {
    measure: "headcount",
    rowKind: "department",
    rowKinds: "departments",
    rows: ["Purchasing", "Assembly", "Sales", "Quality", "Logistics", "IT"],
    range: [8, 240],
    decimals: 0,
  },
  {
    measure: "freight volume",
    rowKind: "terminal",
    rowKinds: "terminals",
    rows: ["Quay 3", "Quay 7", "Rail yard", "Cold store", "Silo"],
    unit: "tonnes",
    range: [700, 19_000],
    decimals: 0,
  },
  {
    measure: "maintenance spending",
    rowKind: "cost centre",
    rowKinds: "cost centres",
    rows: ["Roads", "Bridges", "Street lighting", "Parks", "School buildings"],
    unit: "GBP million",
    range: [2, 60],
    decimals: 1,
  },
];

export const chineseTopics: readonly Topic[] = [
  {
    measure: "营业收入",
    rowKind: "地区",
    rowKinds: "地区",
    rows: ["华东", "华南", "华北", "西南", "东北"],
    unit: "万元",
    range: [300, 9_800],
    decimals: 0,
  },
  {
    measure: "用电量",
    rowKind: "厂区",
    rowKinds: "厂区",
    rows: ["一厂", "二厂", "仓储中心", "研发楼", "宿舍区"],
    unit: "千瓦时",
    range: [1_200, 68_000],
    decimals: 0,
  },
  {
    measure: "销售额",
    rowKind: "门店",
    rowKinds: "门店",
    rows: ["人民路店", "滨江店", "大学城店", "火车站店", "高新区店"],
    unit: "万元",
    range: [11, 460],
    decimals: 1,
  },
];

/** A figure of a topic, in tenths where it has decimals, so that sums are exact. */
export function drawTenths(random: SeededRandom, topic: Topic): number {
  const [low, high] = topic.range;
  return topic.decimals === 1 ? random.integer(low * 10, high * 10) : random.integer(low, high) * 10;
}

/** Tenths as a figure is written: `1,234` or `56.7`. */
export function writeTenths(tenths: number, decimals: 0 | 1): string {
  const whole = Math.trunc(tenths / 10);
  const grouped = String(whole).replace(/\B(?=(\d{3})+$)/g, ",");
  return decimals === 1 ? `${grouped}.${Math.abs(tenths % 10)}` : grouped;
}
