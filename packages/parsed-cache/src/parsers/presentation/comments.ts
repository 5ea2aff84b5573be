import type { OfficePackage } from "../office/package.ts";
import { childElements, childNamed, readXml, textOf, type XmlElement } from "../office/xml.ts";
import { bodyLine } from "./text-body.ts";

/** Names of authors by their id, of the older comments (a number) and the newer threaded ones (a GUID). */
export function readCommentAuthors(
  officePackage: OfficePackage,
  presentationName: string,
): ReadonlyMap<string, string> {
  const authors = new Map<string, string>();
  for (const { type, target, external } of officePackage.relationships(presentationName).values()) {
    const bytes = external || !/^(?:commentAuthors|authors)$/.test(type) ? undefined : officePackage.part(target);
    if (bytes === undefined) continue;
    for (const { attributes } of childElements(readXml(bytes, target))) {
      authors.set(attributes.get("id") ?? "", attributes.get("name") ?? "");
    }
  }
  return authors;
}

/** The comments of a slide as `author: text`, replies behind what they answer. */
export function commentTexts(root: XmlElement, authors: ReadonlyMap<string, string>): string[] {
  return childElements(root).flatMap((comment) => {
    if (comment.name !== "cm" && comment.name !== "reply") return [];
    const text = bodyLine(childNamed(comment, "txBody")) || textOf(childNamed(comment, "text")).trim();
    const author = authors.get(comment.attributes.get("authorId") ?? "") ?? "";
    const own = text === "" ? [] : [author === "" ? text : `${author}: ${text}`];
    const replies = childNamed(comment, "replyLst");
    return [...own, ...(replies === undefined ? [] : commentTexts(replies, authors))];
  });
}
