import type { ImportIssue } from '#contract/import.ts'

/** A sentence in both languages of the interface. */
export interface Sentence {
  readonly zh: string
  readonly en: string
}

const titleUnits = 200

/** An issue about the line of a heading, or, with an empty heading, about a place. */
export function issueAt(
  kind: ImportIssue['kind'],
  { line, title = '' }: { readonly line: number; readonly title?: string },
  { zh, en }: Sentence,
): ImportIssue {
  return { kind, line, heading: title.slice(0, titleUnits).toWellFormed(), message: zh, english: en }
}

/** What a reading of headings may leave open. */
export const sentences = {
  contents: {
    zh: '从这一行起像是目录，没有按章拆开。',
    en: 'A table of contents seems to begin here; it was not split.',
  },
  repeated: (times: number): Sentence => ({
    zh: times > 1 ? `这个标题又出现了 ${times} 次，都留在正文里。` : '这个标题前面已经有了，留在正文里。',
    en:
      times > 1
        ? `This heading comes ${times} more times; these lines stay in the text.`
        : 'This heading stands above already; this line stays in the text.',
  }),
  sameNumber: {
    zh: '序号和前面重复但标题不同，作为单独一章。',
    en: 'The number was used before, with another title: taken as a chapter of its own.',
  },
  startsOver: {
    zh: '序号从这里重新开始，前面没有卷名。',
    en: 'Numbers start over here without a volume above.',
  },
  gap: (after: number, to: number): Sentence => ({
    zh:
      after === 0
        ? `第一章的序号是 ${to}，前面的可能不在这个文件里。`
        : `第 ${after} 章之后直接到了第 ${to} 章，序号不连续。`,
    en:
      after === 0
        ? `The first chapter is number ${to}; earlier ones may not be in this file.`
        : `Chapter ${after} is followed by ${to}: numbers are missing between.`,
  }),
  slip: (due: number): Sentence => ({
    zh: `序号和前后对不上，按位置当作第 ${due} 章。`,
    en: `The number does not fit its neighbours; by its place this is chapter ${due}.`,
  }),
  unreadable: (due: number): Sentence => ({
    zh: `这一行的序号读不出来，按位置当作第 ${due} 章。`,
    en: `The number of this line cannot be read; by its place this is chapter ${due}.`,
  }),
  otherKind: {
    zh: '写法和其他章不同，但正好补上缺的序号，当作一章。',
    en: 'Written unlike the others, but with just the missing number: taken as a chapter.',
  },
  body: {
    zh: '这一行像标题，但和前后对不上，留在正文里。',
    en: 'This line looks like a heading but does not fit its neighbours; it stays in the text.',
  },
  number: {
    zh: '这一行的章节序号读不出来，留在正文里。',
    en: 'The number in this line cannot be read; the line stays in the text.',
  },
  tooLong: (times: number): Sentence => ({
    zh: `这一段有一般章节的 ${times} 倍长，里面可能有没认出的标题。`,
    en: `This piece is ${times} times as long as most chapters; headings in it may have been missed.`,
  }),
  onePiece: {
    zh: '没有找到章节标题，整个文件是一章。',
    en: 'No headings were found: the whole file is one chapter.',
  },
  damaged: (count: number): Sentence => ({
    zh: `这一行有 ${count} 个读不出的字符，显示为 �。`,
    en: `${count} characters of this line could not be read and show as �.`,
  }),
} as const

/** Contents of a file that a text has no place for. */
export const omissions = {
  cover: { zh: '封面图片没有导入。', en: 'The picture of the cover was left out.' },
  ruby: {
    zh: '注音没有导入，正文的字都在。',
    en: 'Ruby annotations were left out; the words are all there.',
  },
  picture: { zh: '图片没有导入。', en: 'A picture was left out.' },
  formula: { zh: '公式没有导入。', en: 'A formula was left out.' },
  audio: { zh: '音频没有导入。', en: 'A sound was left out.' },
  video: { zh: '视频没有导入。', en: 'A video was left out.' },
  table: { zh: '表格变成了一格一段的文字。', en: 'A table became text, one paragraph for each cell.' },
  deleted: { zh: '修订里删去的文字没有导入。', en: 'Words struck out in tracked changes were left out.' },
  symbol: { zh: '一个特殊符号没有导入。', en: 'A special sign was left out.' },
  comment: { zh: '批注没有导入。', en: 'A comment was left out.' },
  embedded: { zh: '嵌在里面的另一份文档没有导入。', en: 'Another document inside this one was left out.' },
  tableOfContents: { zh: '自动生成的目录没有导入。', en: 'The generated table of contents was left out.' },
  numbering: {
    zh: '自动编号不是文字，没有导入，需要时请补上。',
    en: 'Automatic numbers are no text and were left out; add them where they are needed.',
  },
  emptyItems: (count: number): Sentence => ({
    zh: `${count} 篇没有文字的稿子没有导入。`,
    en: `${count} ${count === 1 ? 'text' : 'texts'} of the manuscript without words ${count === 1 ? 'was' : 'were'} left out.`,
  }),
  missingNote: { zh: '一条注释在文件里找不到。', en: 'A note is missing from the file.' },
  contentsPage: { zh: '目录页没有导入。', en: 'A contents page was left out.' },
  noWords: { zh: '一页不是文字的内容没有导入。', en: 'A page that is no text was left out.' },
  missingPage: (name: string): Sentence => ({
    zh: `书里列出的“${name}”不在文件里。`,
    en: `“${name}”, which the book lists, is not in the file.`,
  }),
  underlines: (count: number): Sentence => ({
    zh: `${count} 处下划线没有导入，字都在。`,
    en: `${count} underlined ${count === 1 ? 'passage is' : 'passages are'} no longer underlined; the words are there.`,
  }),
  capitals: (count: number): Sentence => ({
    zh: `${count} 处显示成大写的字母变回了原来的写法。`,
    en: `${count} ${count === 1 ? 'passage' : 'passages'} shown in capitals ${count === 1 ? 'is' : 'are'} as typed again.`,
  }),
  raised: (count: number): Sentence => ({
    zh: `${count} 处上标或下标变成了普通的字。`,
    en: `${count} raised or lowered ${count === 1 ? 'passage has' : 'passages have'} become ordinary letters.`,
  }),
  listSigns: (count: number): Sentence => ({
    zh: `${count} 个列表项的编号或圆点不是文字，没有导入，字都在。`,
    en: `The numbers or dots of ${count} list ${count === 1 ? 'item are' : 'items are'} no text and were left out; the words are there.`,
  }),
  headingMarks: (count: number): Sentence => ({
    zh: `${count} 个标题里的粗体、斜体或链接没有导入，字都在。`,
    en: `Bold, italics or links within ${count} ${count === 1 ? 'heading' : 'headings'} were left out; the words are there.`,
  }),
  styledParagraphs: (count: number): Sentence => ({
    zh: `${count} 段的粗体、斜体属于段落样式，没有导入，字都在。`,
    en: `Bold, italics or the like of ${count} ${count === 1 ? 'paragraph belong' : 'paragraphs belong'} to a style and were left out; the words are there.`,
  }),
  hidden: (count: number): Sentence => ({
    zh: `${count} 处隐藏的文字没有导入。`,
    en: `${count} hidden ${count === 1 ? 'passage was' : 'passages were'} left out.`,
  }),
  links: (count: number): Sentence => ({
    zh: `${count} 个指向文件里别处、或者不安全的链接没有导入，字都在。`,
    en: `${count} ${count === 1 ? 'link' : 'links'} to other places of the file, or that are not safe, were left out; the words are there.`,
  }),
  pageLines: (count: number): Sentence => ({
    zh: `${count} 处页眉或页脚没有导入。`,
    en: `${count} running ${count === 1 ? 'header or footer was' : 'headers or footers were'} left out.`,
  }),
  plainSigns: (count: number): Sentence => ({
    zh: `${count} 段里的 *、~、_、# 等符号前面加了反斜杠，免得变成粗体、斜体或删除线；导出时没有反斜杠。`,
    en: `In ${count} ${count === 1 ? 'paragraph' : 'paragraphs'} signs such as *, ~, _ and # got a backslash, so that they do not become bold, italics or strikes; exports are without it.`,
  }),
  titlePage: {
    zh: '书名页成了书名和作者，没有放进正文。',
    en: 'The title page has become title and author and is no part of the text.',
  },
  frontMatter: {
    zh: '文件开头的 YAML 说明没有放进正文。',
    en: 'The YAML at the start of the file is no part of the text.',
  },
  times: ({ zh, en }: Sentence, count: number): Sentence => ({
    zh: `${zh}（${count} 个文件里都有）`,
    en: `${en} (In ${count} files.)`,
  }),
  partNames: (count: number): Sentence => ({
    zh: `${count} 个文件夹的名字前面加上了“第几卷”，书里才认得出是卷。`,
    en: `The names of ${count} ${count === 1 ? 'folder' : 'folders'} now begin with “Part” and a number, by which the book knows its parts.`,
  }),
  comments: (count: number): Sentence => ({
    zh: `${count} 处写给自己看的注释没有导入。`,
    en: `${count} ${count === 1 ? 'comment' : 'comments'} for the author alone ${count === 1 ? 'was' : 'were'} left out.`,
  }),
  embeddedNotes: (count: number): Sentence => ({
    zh: `${count} 处嵌入的笔记或图片没有导入。`,
    en: `${count} embedded ${count === 1 ? 'note or picture was' : 'notes or pictures were'} left out.`,
  }),
  highlights: (count: number): Sentence => ({
    zh: `${count} 处高亮没有导入，字都在。`,
    en: `${count} highlighted ${count === 1 ? 'passage is' : 'passages are'} no longer highlighted; the words are there.`,
  }),
  unreadableFiles: (count: number, names: string): Sentence => ({
    zh: `${count} 个文件读不出来，没有导入：${names}`,
    en: `${count} ${count === 1 ? 'file' : 'files'} could not be read and ${count === 1 ? 'was' : 'were'} left out: ${names}`,
  }),
  outsideDraft: (count: number, names: string): Sentence => ({
    zh: `${count} 个文件不在书稿的目录里，没有导入：${names}`,
    en: `${count} ${count === 1 ? 'file is' : 'files are'} not listed in the draft and ${count === 1 ? 'was' : 'were'} left out: ${names}`,
  }),
  otherFiles: (count: number, names: string): Sentence => ({
    zh: `${count} 个别的文件没有导入：${names}`,
    en: `${count} other ${count === 1 ? 'file was' : 'files were'} left out: ${names}`,
  }),
  templates: (count: number): Sentence => ({
    zh: `${count} 个模板没有导入。`,
    en: `${count} ${count === 1 ? 'template was' : 'templates were'} left out.`,
  }),
  hiddenFiles: (count: number): Sentence => ({
    zh: `${count} 个隐藏的文件（程序的设置、回收站）没有导入。`,
    en: `${count} hidden ${count === 1 ? 'file' : 'files'} (settings of programs, a trash) ${count === 1 ? 'was' : 'were'} left out.`,
  }),
  ownFiles: (count: number): Sentence => ({
    zh: `这是 CreoNow 的书，它的 ${count} 个设定、规则、计划和记录没有导入；连它们一起用，请直接打开这个文件夹，压缩包先解压。`,
    en: `This is a book of CreoNow, whose ${count} ${count === 1 ? 'file' : 'files'} of codex, rules, plans and records ${count === 1 ? 'was' : 'were'} left out; to use them, open the folder itself, unpacked if it is an archive.`,
  }),
  projectNotes: (count: number): Sentence => ({
    zh: `${count} 篇笔记（人物、地点、资料、模板、回收站）没有导入。`,
    en: `${count} ${count === 1 ? 'note' : 'notes'} (characters, places, research, templates, trash) ${count === 1 ? 'was' : 'were'} left out.`,
  }),
  notForCompile: (count: number): Sentence => ({
    zh: `${count} 篇在原来的程序里不算书稿，没有导入。`,
    en: `${count} ${count === 1 ? 'text that is' : 'texts that are'} no part of the manuscript in that program ${count === 1 ? 'was' : 'were'} left out.`,
  }),
  tags: (count: number): Sentence => ({
    zh: `${count} 行标签（视角、人物、地点等）没有导入。`,
    en: `${count} ${count === 1 ? 'line' : 'lines'} of tags (point of view, characters, places) ${count === 1 ? 'was' : 'were'} left out.`,
  }),
  codes: (count: number): Sentence => ({
    zh: `${count} 处下划线、上标或版式的代码没有导入，字都在。`,
    en: `${count} ${count === 1 ? 'code' : 'codes'} for underlines, raised letters or layout ${count === 1 ? 'was' : 'were'} left out; the words are there.`,
  }),
  lorebook: (count: number): Sentence => ({
    zh: `${count} 个 lorebook 条目没有导入；请在“设定”里导入同一个文件。`,
    en: `${count} lorebook ${count === 1 ? 'entry was' : 'entries were'} left out; import the same file into the codex for them.`,
  }),
  synopses: (count: number): Sentence => ({
    zh: `${count} 份梗概没有导入。`,
    en: `${count} ${count === 1 ? 'synopsis was' : 'synopses were'} left out.`,
  }),
  sceneTitles: (count: number): Sentence => ({
    zh: `${count} 个场景的工作标题没有导入，场景之间是分隔线。`,
    en: `The working ${count === 1 ? 'title' : 'titles'} of ${count} ${count === 1 ? 'scene was' : 'scenes were'} left out; scenes are set apart by a break.`,
  }),
  itemNotes: (count: number): Sentence => ({
    zh: `${count} 份附在正文上的笔记没有导入。`,
    en: `${count} ${count === 1 ? 'note' : 'notes'} on texts ${count === 1 ? 'was' : 'were'} left out.`,
  }),
  labels: (count: number): Sentence => ({
    zh: `${count} 个标签、状态或关键词没有导入。`,
    en: `${count} ${count === 1 ? 'label, status or keyword was' : 'labels, statuses or keywords were'} left out.`,
  }),
  unlisted: (count: number): Sentence => ({
    zh: `另外还有 ${count} 处没有导入，没有一一列出。`,
    en: `${count} more ${count === 1 ? 'omission is' : 'omissions are'} not listed one by one.`,
  }),
} as const
