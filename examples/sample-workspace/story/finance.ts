import { writeXlsx, type WorkbookValue } from "@runningtab/test-kit/office";
import { json, separated, text, type StoryFiles } from "./files.ts";

const money = `"£"#,##0`;

interface BudgetLine {
  readonly name: string;
  readonly requested: number;
  readonly approved: number;
}

const finalBudget: readonly BudgetLine[] = [
  { name: "Removal", requested: 27_000, approved: 25_000 },
  { name: "Network cabling", requested: 34_200, approved: 31_750 },
  { name: "Furniture", requested: 88_000, approved: 79_500 },
  { name: "Signage", requested: 6_400, approved: 6_400 },
  { name: "Fit-out of the model workshop", requested: 41_000, approved: 38_300 },
  { name: "Making good at Tanner Street", requested: 17_000, approved: 17_000 },
  { name: "Reserve", requested: 20_000, approved: 15_000 },
];

function budget(title: string, share: number, lines: readonly BudgetLine[]): Uint8Array {
  const rows: WorkbookValue[][] = lines.map(({ name, requested, approved }) => [
    name,
    { value: requested, format: money },
    { value: Math.round((approved * share) / 50) * 50, format: money },
  ]);
  const total = (column: "B" | "C", index: 1 | 2): WorkbookValue => ({
    formula: `SUM(${column}4:${column}${lines.length + 3})`,
    value: rows.reduce((sum, row) => sum + ((row[index] as { value: number }).value ?? 0), 0),
    format: money,
  });
  return writeXlsx({
    title,
    author: "Priya Nair",
    sheets: [
      {
        name: "Budget",
        rows: [[title], [], ["Item", "Requested", "Approved"], ...rows, ["Total", total("B", 1), total("C", 2)]],
      },
      { name: "Notes", rows: [["All amounts are net of VAT."], ["The reserve needs two signatures."]] },
    ],
  });
}

/** Budgets in three versions, ledgers, rates and a forecast. */
export function financeFiles(): StoryFiles {
  return {
    "finance/move-budget-v1.xlsx": budget("Move budget, version 1 (March 2024)", 0.9, finalBudget),
    "finance/move-budget-v2.xlsx": budget("Move budget, version 2 (April 2024)", 0.96, finalBudget),
    "finance/move-budget-final.xlsx": budget("Move budget, final (approved 30 May 2024)", 1, finalBudget),
    "finance/invoices-2024.csv": separated(
      ",",
      ["invoice", "date", "supplier", "subject", "net", "paid"],
      ["2024-017", "2024-03-28", "Marsh & Lyle", "first visit to Kiln Yard", "1,150.00", "yes"],
      ["2024-022", "2024-04-30", "Marsh & Lyle", "measured survey", "4,380.00", "yes"],
      ["2024-029", "2024-05-17", "Quillon Legal", "heads of terms", "2,925.00", "yes"],
      ["2024-034", "2024-06-12", "Fenwire", "site visit, internet line", "290.00", "yes"],
      ["2024-041", "2024-06-28", "Alder Removals", "deposit", "4,730.00", "no"],
      ["2024-043", "2024-07-04", "Bright & Co", "sign designs", "980.00", "no"],
    ),
    "finance/purchase-orders.tsv": separated(
      "\t",
      ["order", "date", "supplier", "goods", "quantity", "net"],
      ["PO-118", "2024-06-03", "Suzhou Linden Furniture", "desks", 126, "44,730"],
      ["PO-119", "2024-06-03", "Suzhou Linden Furniture", "cabinets", 60, "13,200"],
      ["PO-121", "2024-06-20", "Alder Removals", "removal", 1, "23,650"],
      ["PO-124", "2024-07-01", "Fenwire", "internet line, installation", 1, "1,900"],
    ),
    "finance/forecast.ipynb": json({
      cells: [
        {
          cell_type: "markdown",
          metadata: {},
          source: ["# Running costs after the move\n", "Rent, rates and energy for twelve months."],
        },
        {
          cell_type: "code",
          execution_count: 1,
          metadata: {},
          outputs: [{ name: "stdout", output_type: "stream", text: ["energy per month: 2310\n"] }],
          source: ["area = 1400\n", "print('energy per month:', round(area * 1.65))"],
        },
      ],
      metadata: { language_info: { name: "python" } },
      nbformat: 4,
      nbformat_minor: 5,
    }),
    "finance/business-rates.json": json({
      authority: "Northbeck City Council",
      year: "2024/25",
      properties: [
        { name: "14 Tanner Street", rateableValue: 92000, payable: 50232 },
        { name: "Kiln Yard", rateableValue: 131000, payable: 71526 },
      ],
    }),
    "finance/approvals.txt": text(
      "Who may approve what",
      "====================",
      "Up to 2,500: the head of a team.",
      "Up to 25,000: the head of finance, Priya Nair.",
      "Above that: both partners.",
      "An order without a purchase order number is not paid.",
    ),
  };
}
