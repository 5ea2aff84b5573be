import { standardAnalyzer } from "@runningtab/terms";
import { lazily } from "../lazily.ts";

/** Words for what is handed over and for its parts: a requirement with one of them is about the deliverable. */
const words = `
deliverable document documents report summary overview abstract guide manual handbook brochure memo letter email mail
presentation deck slide slides spreadsheet workbook worksheet table tables chart charts graph diagram figure list draft
file files output answer page pages section sections chapter chapters heading headings title cover appendix annex
introduction conclusion conclusions recommendation recommendations glossary bibliography references citation citations
footnote footnotes format formatting layout structure template style tone language translation length word words bullet
bullets paragraph paragraphs plan proposal outline agenda minutes checklist faq script code readme docx xlsx pptx pdf csv
dokument bericht zusammenfassung uberblick leitfaden handbuch prasentation folie folien tabelle diagramm liste entwurf
datei seite seiten abschnitt kapitel uberschrift titel anhang einleitung fazit empfehlung empfehlungen gliederung vorlage
sprache ubersetzung
rapport synthese guide manuel presentation diapositive tableau graphique liste brouillon fichier chapitre titre annexe
introduction conclusion recommandation recommandations mise langue traduction
informe resumen guia manual presentacion diapositiva tabla grafico lista borrador archivo pagina seccion capitulo titulo
anexo introduccion conclusion recomendacion recomendaciones formato idioma traduccion
文档 报告 总结 摘要 概述 指南 手册 演示 幻灯 表格 图表 清单 草稿 文件 章节 标题 附录 引言 结论 建议 格式 模板 翻译 大纲 方案 说明
`;

const deliverableTerms = lazily(
  (): ReadonlySet<string> =>
    new Set(
      words
        .trim()
        .split(/\s+/)
        .flatMap((word) => standardAnalyzer.terms(word)),
    ),
);

/** Whether a requirement names what is handed over or a part of it, rather than a fact. */
export function namesDeliverable(requirement: { readonly text: string; readonly aliases: readonly string[] }): boolean {
  const texts = [requirement.text, ...requirement.aliases];
  return texts.some((text) => standardAnalyzer.terms(text).some((term) => deliverableTerms().has(term)));
}
