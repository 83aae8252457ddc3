import { beginsLikePerson } from '../codex/index.ts'

/** A character of the codex, by everything that ties a title to it. */
export interface Person {
  readonly id: string
  /** Its name and its aliases. */
  readonly names: readonly string[]
  /** Of its card. */
  readonly body: string
}

/** A person that a text calls by a title: 霍老板, or 老板 without a surname. UTF-16 units, `to` exclusive. */
export interface TitledName {
  readonly from: number
  readonly to: number
  readonly text: string
  /** Empty: the title has none before it. */
  readonly surname: string
  readonly title: string
}

/** Whom a title is for: one person, one of several or perhaps none of them, or nobody whom the codex has. */
export type Holder =
  | { readonly kind: 'person'; readonly id: string }
  | { readonly kind: 'unsure' }
  | { readonly kind: 'nobody' }

/** Longer ones first. Words of kinship are left out: they are for another person in each mouth. */
const titles =
  '老板娘|老板|掌柜|先生|小姐|太太|夫人|姑娘|公子|少爷|老爷|大人|师傅|师父|老师|大夫|医生|律师|记者|教授|博士|将军|警官|探长|捕头|知府|知县|队长|局长|处长|校长|院长|厂长|船长|镇长|村长|经理|主任'
const titlePattern = new RegExp(`(?<surname>\\p{Script=Han})?(?<title>${titles})(?!们)`, 'gu')

/** What makes another title of one: 老太太 is no 太太, 二小姐 no 小姐. */
const otherTitle = '老小大二三四五六七八九少'

/** The persons that a text calls by a title. */
export function titledIn(text: string): readonly TitledName[] {
  return [...text.matchAll(titlePattern)].flatMap(({ 0: whole, index, groups = {} }) => {
    const { surname: before = '', title = '' } = groups
    if (before !== '' && otherTitle.includes(before)) return []
    const surname = before !== '' && beginsLikePerson(before) ? before : ''
    const to = index + whole.length
    return [{ from: to - title.length - surname.length, to, text: surname + title, surname, title }]
  })
}

/**
 * Whom a title is for. Somebody of that surname is only the one who is meant when an alias, the card or a sentence of
 * `texts` says so of nobody else: a family has several members.
 */
export function holderOf(
  { text, surname, title }: Pick<TitledName, 'text' | 'surname' | 'title'>,
  people: readonly Person[],
  texts: readonly string[],
): Holder {
  const family = people.filter(({ names }) =>
    names.some((name) => name.length > 1 && name !== title && name.startsWith(surname)),
  )
  const tied = family.filter((person) =>
    surname === ''
      ? hasTitle(person, title)
      : hasTitle(person, title) ||
        person.names.includes(text) ||
        isCalled(person, text) ||
        areTied(person, text, texts),
  )
  if (tied.length === 1 && tied[0] !== undefined) return { kind: 'person', id: tied[0].id }
  const isAmbiguous = surname === '' ? tied.length > 1 : family.length > 0
  return { kind: isAmbiguous ? 'unsure' : 'nobody' }
}

/** Words before a title that make it somebody else's: 怕老板, 父亲是老板, 娶了老板娘. */
const aboutOthers = /[对怕给为被和跟与替找见恨爱向帮随父母爹爸妈妻夫儿婿兄弟姐妹哥叔伯舅徒婆娶嫁拜师侍]/u

/** An alias is the title, or the first sentence of the card ends a clause with it: 雾港茶馆的老板，四十来岁。 */
function hasTitle({ names, body }: Person, title: string): boolean {
  if (names.includes(title)) return true
  const [first = ''] = body.trim().split(/[。！？!?\n]/)
  const endsSo = (clause: string) =>
    titledIn(clause).some((titled) => titled.title === title && titled.to === clause.length)
  return first
    .split(/[，、；,;]/)
    .some((clause) => endsSo(clause) && !aboutOthers.test(clause.slice(0, -title.length)))
}

/**
 * The card begins with the titled name, or says that people call its person so: 人们叫他霍老板. The card of a daughter or
 * of a servant has it too: 霍老板的独生女.
 */
function isCalled({ body }: Person, titled: string): boolean {
  const called = `(?:^\\s*|(?:[叫称唤喊呼]|外号|绰号)[他她为作做]{0,2}[“「『]?)${titled}(?!\\p{Script=Han})`
  return body.includes(titled) && new RegExp(called, 'u').test(body)
}

const link = '(?:[（(]|[，—]{0,2}(?:也?就是|即|人称|外号|本名|大名|原名|名叫))?'
const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** A sentence says that both are one: 霍老板霍青山, 霍青山（霍老板）, 霍老板，本名霍青山。 */
function areTied({ names }: Person, titled: string, texts: readonly string[]): boolean {
  const full = `(?:${names
    .filter((name) => name.length > 1)
    .map(escaped)
    .join('|')})`
  const both = new RegExp(`(?:${full}${link}${titled}|${titled}${link}${full})(?!\\p{Script=Han})`, 'u')
  return texts.some((text) => text.includes(titled) && both.test(text))
}
