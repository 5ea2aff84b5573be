/**
 * The closed list of opposites by which a reading can be turned around, and the words that negate. It is published so
 * that nobody has to guess why evidence was called disputed. One pair a line: the forms of one side, a slash, the forms
 * of the other; a form of two words joins them with `_`. Folded: lower case, no diacritics. At most 40 pairs a language.
 */
const pairs = {
  en: `
    enabled enable enables / disabled disable disables
    active activated activate / inactive deactivated deactivate
    approved approve approves approval / rejected reject rejects refused declined rejection
    allowed allow allows permitted / forbidden prohibited prohibit banned disallowed
    accepted accept accepts / denied deny denies
    increased increase increases rose grew growth up / decreased decrease decreases fell declined shrank decline down
    higher / lower
    above over exceeds / below under
    more / fewer less
    maximum max most / minimum min least
    profit profits / loss losses
    surplus / deficit
    gain gains / loss losses
    included include includes including / excluded exclude excludes excluding
    required mandatory compulsory / optional voluntary
    paid / unpaid
    valid / invalid expired
    open opened / closed
    passed pass passes / failed fail fails
    yes / no
    true / false
    on / off
    before / after
    internal / external
    public / private
    gross / net
    domestic / foreign international
    full-time / part-time
    permanent / temporary
    fixed / variable
    present / absent
    complete completed / incomplete
    supported supports / unsupported
    encrypted / unencrypted
    legal lawful / illegal unlawful
    refundable / non-refundable
    available / unavailable
    first / last
    positive / negative
    buyer / seller`,
  de: `
    aktiviert aktiv aktivierte eingeschaltet / deaktiviert inaktiv deaktivierte ausgeschaltet
    genehmigt genehmigte bewilligt / abgelehnt abgelehnte verweigert
    erlaubt zulassig gestattet / verboten unzulassig untersagt
    gestiegen stieg gewachsen zunahme anstieg / gesunken sank gefallen abnahme ruckgang
    erhoht erhohte / gesenkt verringert reduziert
    hoher / niedriger tiefer
    uber oberhalb / unter unterhalb
    mehr / weniger
    maximal hochstens maximum / mindestens minimal minimum
    gewinn uberschuss / verlust fehlbetrag
    inklusive einschliesslich inbegriffen / exklusive ausschliesslich ausgenommen
    verpflichtend erforderlich pflicht / freiwillig optional
    bezahlt / unbezahlt offen
    gultig / ungultig abgelaufen
    offen geoffnet / geschlossen
    bestanden / durchgefallen gescheitert
    ja / nein
    wahr / falsch
    an / aus
    vor / nach
    intern interne / extern externe
    offentlich / privat
    brutto / netto
    inland inlandisch / ausland auslandisch
    vollzeit / teilzeit
    unbefristet / befristet
    vorhanden / fehlend
    vollstandig / unvollstandig
    positiv / negativ
    verfugbar / vergriffen`,
  fr: `
    active activee actif / desactive desactivee inactif
    approuve approuvee accepte acceptee / rejete rejetee refuse refusee
    autorise autorisee permis / interdit interdite
    augmente augmentation hausse / diminue diminution baisse
    superieur superieure / inferieur inferieure
    plus / moins
    maximum maximal / minimum minimal
    benefice gain excedent / perte deficit
    inclus incluse compris / exclu exclue exclus
    obligatoire requis / facultatif facultative optionnel
    paye payee / impaye impayee
    valide valable / invalide expire
    ouvert ouverte / ferme fermee
    reussi / echoue
    oui / non
    vrai / faux
    avant / apres
    interne / externe
    public publique / prive privee
    brut / net
    national / etranger international
    permanent / temporaire
    present / absent
    complet complete / incomplet incomplete
    positif / negatif
    disponible / indisponible`,
  es: `
    habilitado habilitada activado activo / deshabilitado deshabilitada desactivado inactivo
    aprobado aprobada aceptado / rechazado rechazada denegado
    permitido permitida permitidos permitidas autorizado / prohibido prohibida prohibidos prohibidas
    aumento aumentado subio crecio / disminuyo disminuido bajo descenso disminucion
    superior / inferior
    mas / menos
    maximo / minimo
    ganancia beneficio superavit / perdida perdidas deficit
    incluido incluida / excluido excluida
    obligatorio obligatoria requerido / opcional voluntario
    pagado pagada / impagado pendiente
    valido vigente / invalido vencido caducado
    abierto abierta / cerrado cerrada
    superado / fallido suspendido
    si / no
    verdadero / falso
    antes / despues
    interno interna / externo externa
    publico publica / privado privada
    bruto / neto
    nacional / extranjero internacional
    permanente indefinido / temporal
    presente / ausente
    completo completa / incompleto incompleta
    positivo / negativo
    disponible / agotado`,
  zh: `
    启用 开启 启动 / 禁用 停用 关闭
    批准 通过 同意 / 驳回 拒绝 否决
    允许 准许 可以 / 禁止 不得 严禁
    增加 增长 上升 提高 上涨 / 减少 下降 降低 下滑 下跌
    高于 超过 / 低于 不足
    最高 最多 上限 / 最低 最少 下限
    盈利 利润 盈余 / 亏损 赤字
    包括 包含 含税 / 不含 除外 不含税
    必须 强制 必填 / 可选 自愿 选填
    已付 已支付 / 未付 未支付
    有效 / 无效 失效 过期
    公开 / 保密
    合格 达标 / 不合格 不达标
    是 / 否
    正确 / 错误
    之前 以前 / 之后 以后
    内部 / 外部
    国内 境内 / 国外 境外
    全职 / 兼职
    长期 / 短期 临时
    存在 / 缺失
    完成 / 未完成
    支持 / 不支持
    合法 / 违法 非法
    成功 / 失败`,
} as const;

const negations = {
  en: "not no never cannot without neither nor isnt arent wasnt werent doesnt dont didnt cant wont",
  de: "nicht kein keine keinen keiner keines keinem nie niemals ohne",
  fr: "ne pas aucun aucune jamais sans ni",
  es: "no nunca jamas sin ningun ninguna tampoco",
  zh: "不 未 没 没有 无 非 勿 尚未 并非",
} as const;

export type OppositesLanguage = keyof typeof pairs;

/** Two sides that exclude each other, each with its forms. */
export interface OppositePair {
  readonly language: OppositesLanguage;
  readonly sides: readonly [readonly string[], readonly string[]];
}

/** The published list, in its order. */
export const oppositePairs: readonly OppositePair[] = Object.entries(pairs).flatMap(([language, lines]) =>
  lines
    .trim()
    .split("\n")
    .map((line): OppositePair => {
      const [one = "", other = ""] = line.split(" / ");
      // The keys of the literal above are its languages.
      return { language: language as OppositesLanguage, sides: [forms(one), forms(other)] };
    }),
);

/** Words that negate what follows them, by language. */
export const negationWords: Readonly<Record<OppositesLanguage, readonly string[]>> = {
  en: forms(negations.en),
  de: forms(negations.de),
  fr: forms(negations.fr),
  es: forms(negations.es),
  zh: forms(negations.zh),
};

function forms(side: string): readonly string[] {
  return side
    .trim()
    .split(/\s+/)
    .map((form) => form.replaceAll("_", " "));
}
