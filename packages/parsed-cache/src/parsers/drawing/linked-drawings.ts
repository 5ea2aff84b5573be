import { type OfficePackage, readPart } from "../office/package.ts";
import { descendantsNamed, type XmlElement } from "../office/xml.ts";
import { readChart } from "./chart.ts";
import type { ChartText } from "./chart-text.ts";
import { diagramTexts } from "./diagram.ts";
import { richText } from "./rich-text.ts";

/** The charts and diagrams that one part of a package refers to by the ids of its relationships. */
export interface LinkedDrawings {
  /** `undefined` where the file does not hold it. */
  chart(id: string | undefined): ChartText | undefined;
  /** The texts of a diagram, by the id of its data model; none where the file does not hold it. */
  diagram(id: string | undefined): readonly string[];
}

export function linkedDrawings(officePackage: OfficePackage, partName: string): LinkedDrawings {
  const links = officePackage.relationships(partName);
  const target = (id: string | undefined): string | undefined => {
    const link = links.get(id ?? "");
    return link === undefined || link.external ? undefined : link.target;
  };
  return {
    chart(id) {
      const name = target(id);
      const root = readPart(officePackage, name);
      if (name === undefined || root === undefined) return undefined;
      const chart = readChart(root);
      return { ...chart, labels: [...chart.labels, ...drawnOver(officePackage, name)] };
    },
    diagram(id) {
      const root = readPart(officePackage, target(id));
      return root === undefined ? [] : diagramTexts(root);
    },
  };
}

/** Text boxes drawn into a chart lie in a part of their own. */
function drawnOver(officePackage: OfficePackage, chartName: string): string[] {
  const shapes = [...officePackage.relationships(chartName).values()].filter(({ type }) => type === "chartUserShapes");
  return shapes.flatMap(({ target }) => {
    const root: XmlElement | undefined = readPart(officePackage, target);
    return root === undefined
      ? []
      : descendantsNamed(root, "txBody")
          .map(richText)
          .filter((text) => text !== "");
  });
}
