import { type DefaultTreeAdapterTypes, defaultTreeAdapter as tree } from "parse5";

type Element = DefaultTreeAdapterTypes.Element;

/** The caption and the rows of a table, in order, without those of tables inside its cells. */
export function tableRows(table: Element): Element[] {
  return table.childNodes.filter(tree.isElementNode).flatMap((child) => {
    if (child.tagName === "tr" || child.tagName === "caption") return [child];
    return /^t(?:head|body|foot)$/.test(child.tagName) ? tableRows(child) : [];
  });
}

/**
 * Whether a table holds data: some row has several cells, and no cell holds a table. Others only arrange the page, as
 * in most mails, and their cells are read as the page itself.
 */
export function isDataTable(table: Element): boolean {
  const rows = tableRows(table);
  const hasColumns = rows.some((row) => row.childNodes.filter(tree.isElementNode).length > 1);
  return hasColumns && !rows.some(holdsTable);
}

function holdsTable(root: Element): boolean {
  const open: Element[] = [root];
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    for (const child of element.childNodes) {
      if (!tree.isElementNode(child)) continue;
      if (child.tagName === "table") return true;
      open.push(child);
    }
  }
  return false;
}
