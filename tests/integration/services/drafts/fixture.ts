import type { ChannelOutput } from '../../../../main/src/contract/index.ts'
import type { Truth } from '../../../support/draftReader.ts'
import { type JobsNovel, startJobsNovel } from '../jobs/fixture.ts'

/** A book of so many chapters in which each person has facts, one sentence each, and what it states. */
export function plantedBook(language: 'zh' | 'en', chapters: number) {
  const isChinese = language === 'zh'
  const people = isChinese
    ? [['石青瓷', '青瓷'], ['陆沉舟', '沉舟'], ['顾明烛', '老顾'], ['白小满'], ['许三娘', '三娘'], ['温如海']]
    : [
        ['Ada Thornfield', 'Ada'],
        ['Silas Crane', 'Crane'],
        ['Martha Bligh'],
        ['Owen Pike', 'Pike'],
        ['Ruth Vale'],
      ]
  const fields = isChinese
    ? ['身份', '外貌', '所有物', '关系', '能力']
    : ['role', 'looks', 'possession', 'relation', 'ability']
  const facts: Truth['facts'][number][] = []
  const plain: string[] = []
  const files: Record<string, string> = {}
  for (let chapter = 1; chapter <= chapters; chapter += 1) {
    const lines: string[] = []
    people.forEach((names, person) => {
      const field = fields[(chapter + person) % fields.length] ?? ''
      const name = names[chapter % names.length] ?? ''
      const value = isChinese ? `第${chapter}枚铜符${person}` : `the brass token ${chapter}-${person}`
      const quote = isChinese
        ? `${name}把${value}收进怀里，没有再提。`
        : `${name} put ${value} away and spoke of it no more.`
      facts.push({ person, field, value, quote })
      lines.push(quote)
    })
    // Several ages of one person are contradictions that must not be lost.
    if (chapter % 8 < people.length) {
      const person = chapter % 8
      const name = people[person]?.[0] ?? ''
      const value = isChinese ? `${chapter + 20}岁` : `${chapter + 20} years`
      const quote = isChinese ? `${name}那年正好${value}。` : `${name} was ${value} old that winter.`
      facts.push({ person, field: isChinese ? '年龄' : 'age', value, quote })
      lines.push(quote)
    }
    for (let n = 0; n < 12; n += 1) {
      const sentence = isChinese
        ? `雨落在第${chapter}条长街的第${n}块青石上。`
        : `Rain fell on stone ${n} of street ${chapter} all night.`
      plain.push(sentence)
      lines.push(sentence)
    }
    const title = isChinese ? `第${chapter}章` : `Chapter ${chapter}`
    const filler = isChinese ? '　　夜色很深，灯火一盏一盏灭了。' : 'The lamps went out one by one.'
    files[`manuscript/${String(chapter).padStart(3, '0')}-${title}.md`] =
      `# ${title}\n\n${lines.flatMap((line) => [isChinese ? `　　${line}` : line, ...Array.from({ length: 5 }, () => filler)]).join('\n\n')}\n`
  }
  const truth: Truth = { people, facts, plain, language }
  const project = JSON.stringify({ id: 'novel-under-test', name: isChinese ? '试稿' : 'Draft', language })
  return { truth, files: { ...files, '.creonow/project.json': project } }
}

/** The user message of the request under way. */
export function promptOf(book: JobsNovel): string {
  const { messages } = book.server.requests.at(-1)?.body ?? {}
  const list = messages as { readonly content: string }[] // as the chat protocol has them
  return list.at(-1)?.content ?? ''
}

export const startDraftsBook = (files: Readonly<Record<string, string>>) => startJobsNovel(0, files)

export const listDrafts = (book: JobsNovel): Promise<ChannelOutput<'codex:drafts:list'>> =>
  book.novel.invoke('codex:drafts:list', { projectId: book.novel.projectId })
