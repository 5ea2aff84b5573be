import { writeDocx, writePdf, writeXlsx } from "@runningtab/test-kit/office";
import { text, type StoryFiles } from "./files.ts";

function removalQuote(firm: string, date: string, price: string, crates: string): Uint8Array {
  return writePdf({
    title: `Quote of ${firm}`,
    pages: [
      [
        { type: "heading", text: `${firm}: quote for an office removal` },
        { type: "line", text: `Date: ${date}` },
        { type: "line", text: "From: 14 Tanner Street, two floors. To: Kiln Yard, three floors." },
        {
          type: "table",
          widths: [260, 100],
          right: [1],
          rows: [
            ["Item", "Price"],
            ["Vans and crew, two days", price],
            [`${crates} crates, two weeks`, "included"],
            ["Packing of the models", "£1,200"],
          ],
        },
        { type: "paragraph", text: "This quote is open to negotiation and holds for six weeks." },
      ],
    ],
  });
}

/** Removal firms, the furniture maker in Suzhou, and smaller suppliers. */
export function supplierFiles(): StoryFiles {
  return {
    "suppliers/removals/quote-alder.pdf": removalQuote("Alder Removals", "27 May 2024", "£26,200", "260"),
    "suppliers/removals/quote-brackwell.pdf": removalQuote("Brackwell & Sons", "29 May 2024", "£24,900", "220"),
    "suppliers/removals/conditions.html": text(
      "<!doctype html>",
      '<html lang="en"><head><meta charset="utf-8"><title>Conditions of carriage</title></head><body>',
      "<h1>Conditions of carriage</h1>",
      "<ol><li>The client packs small items.</li><li>The firm is liable up to £40 a kilogram.</li><li>Waiting time is charged at £95 an hour.</li></ol>",
      "</body></html>",
    ),
    "suppliers/suzhou/交货确认.md": text(
      "# 交货确认",
      "",
      "供应商：苏州菩提家具有限公司",
      "客户：Northbeck Planning",
      "订单号：PO-118、PO-119",
      "",
      "- 办公桌数量：126 张",
      "- 办公桌交货日期：2024年8月19日",
      "- 文件柜数量：60 个",
      "- 文件柜到货时间：2024年9月2日",
      "",
      "货物经费利克斯托港运抵，由客户负责清关。",
    ),
    "suppliers/suzhou/报价单.xlsx": writeXlsx({
      title: "报价单",
      sheets: [
        {
          name: "报价",
          rows: [
            ["产品", "规格", "单价（英镑）", "数量"],
            ["办公桌", "1600 × 800 毫米", 355, 126],
            ["文件柜", "三层", 220, 60],
            ["会议桌", "3200 × 1200 毫米", 910, 0],
          ],
        },
      ],
    }),
    "suppliers/suzhou/产品目录.html": text(
      "<!doctype html>",
      '<html lang="zh"><head><meta charset="utf-8"><title>产品目录</title></head><body>',
      "<h1>产品目录 2024</h1>",
      "<p>办公桌：橡木贴面，高度可调，保修五年。</p>",
      "<p>文件柜：钢制，三层，带锁。</p>",
      "</body></html>",
    ),
    "suppliers/suzhou/合同摘要.txt": text(
      "合同摘要",
      "付款方式：预付三成，余款在验货后三十天内付清。",
      "违约金：每延迟一周按合同金额的百分之一计算。",
    ),
    "suppliers/signage/signage-brief.docx": writeDocx({
      title: "Signs",
      blocks: [
        { type: "heading", text: "Signs for Kiln Yard" },
        { type: "paragraph", text: "Two signs outside, one per floor inside, all in the house colour." },
        {
          type: "table",
          rows: [
            ["Sign", "Size", "Number"],
            ["Yard gate", "1200 × 400 mm", "1"],
            ["Front door", "600 × 400 mm", "1"],
            ["Floor", "300 × 300 mm", "3"],
          ],
        },
      ],
    }),
    "suppliers/catering.txt": text(
      "Catering on the moving days",
      "Soup and bread for 40 people, both days, in the yard.",
      "Ordered from the Potter's Arms; to be confirmed a week ahead.",
    ),
  };
}
