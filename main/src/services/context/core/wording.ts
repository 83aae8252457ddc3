import { describeFault } from '../../../contract/sentences/fileFault.ts'
import type { Notice, Reason } from './types.ts'

/** Reads the parameters of a code whose declaration in `contract/warnings.ts` names them. */
export type Formatters<C extends { readonly code: string; readonly params: object }> = {
  readonly [K in C['code']]: (params: Extract<C, { readonly code: K }>['params']) => string
}

const warningWords: Formatters<Notice> = {
  KG_UNAVAILABLE: () => '知识图谱数据未注入',
  MEMORY_UNAVAILABLE: () => '记忆没有读到，本次未注入',
  SETTINGS_UNAVAILABLE: () => '设定没有读到，本次未注入',
  RULES_UNAVAILABLE: () => '规则文件没有读到，本次未注入',
  SYNOPSES_UNAVAILABLE: () => '章节梗概读取失败，未注入',
  IMMEDIATE_UNAVAILABLE: ({ part }) =>
    part === 'cursor' ? '光标处的正文没有读到' : '上一章没有读到，本次未注入',
  RAG_UNAVAILABLE: ({ still, cause }) =>
    still === 'words' ? `${cause}，这次只按字词检索` : '前文检索不可用，召回未注入',
  RAG_INDEXING: ({ indexed, total }) => `已索引 ${indexed}/${total}`,
  CONTEXT_WARMING_UP: ({ missing }) =>
    `项目刚打开，${{ codex: '条目', names: '人名', tokenizer: '分词器' }[missing]}还没有准备好`,
  CONTEXT_BUDGET_FALLBACK: () => '分词器出错，已改用保守估算与默认预算',
  CONTEXT_RULES_OVERBUDGET: () => '规则超过预算线，自动规则已按相关度挑选',
  CONTEXT_RETRIEVED_CHUNK_LIMIT: ({ limit }) => `召回超过 ${limit} 段，只取最相关的`,
  CONTEXT_INVALID_CHUNK: ({ field }) => `一段资料格式不合规，已略过（${field}）`,
  CONTEXT_FILE_SKIPPED: ({ path, problem }) =>
    `${path} 没有放进去（${
      {
        invalid_format: '不是 UTF-8 文本，或留有合并冲突的标记',
        read_error: '读取失败',
        too_large: '文件过大',
      }[problem]
    }）`,
  AI_CACHE_MISSED: () => '没有命中服务商的缓存，发去的开头和上次一样',
  AI_CACHE_BROKEN: () => '发去的内容从前面就变了，服务商要从变了的地方重新读',
  AI_CONTEXT_SHRUNK: () => '服务商说内容太长，减少一些以后重新发了一次',
  CHAT_NOT_COMPACTED: () => '较早的对话没有整理成，这次照原样发送',
  CHAT_NOT_KEPT: () => '回答没有存进对话文件，请复制下来',
  COPIES_SET_ASIDE: ({ path, count }) => `同步软件留下的 ${count} 份章节副本没有算进书里，例如 ${path}`,
  BOOK_NOT_WRITTEN: () => '章节顺序没能写进项目文件夹，这次运行期间有效',
  CURSOR_CLAMPED: () => '光标超出本章，已移到末尾',
  CODEX_ENTRY_BROKEN: ({ path, count, fault }) =>
    `${path} ${count > 1 ? `等 ${count} 个条目` : ''}没有放进去（${describeFault(fault, 'zh')}）`,
  CODEX_PIN_UNKNOWN: ({ count, id }) =>
    `钉住的条目 ${id} ${count > 1 ? `等 ${count} 个` : ''}不在设定集里，没有放进去`,
  CODEX_FOLDER_SKIPPED: ({ path, fault }) => `${path}：${describeFault(fault, 'zh')}`,
  CODEX_DANGLING_CHAPTER: ({ count, entry, chapter }) =>
    `${count} 处写着不存在的章节（如「${entry}」的 ${chapter}），靠它定位的内容没有放进去`,
  CODEX_SCOPE_TURNED: ({ count, entry }) =>
    `条目里有 ${count} 处起止章节前后颠倒（如「${entry}」），从起始章起一直算数`,
  CODEX_KNOWN_BY_UNKNOWN: ({ count, entry, name }) =>
    `条目里有 ${count} 处知情人不在设定集里（如「${entry}」的「${name}」），没有人会因此知情`,
  CONSTRAINT_FILE_BROKEN: ({ line, column, fault }) =>
    `constraints.json 第 ${line} 行第 ${column} 列有问题：${describeFault(fault, 'zh')}。文件保持原样；用的是上一次完好的内容，没有就没有约束`,
  CONSTRAINT_LIMIT: ({ count, limit }) => `文件里有 ${count} 条约束，只用前 ${limit} 条`,
  CONSTRAINT_SCOPE_DANGLING: ({ count }) => `有 ${count} 条约束的适用章节已经不在，这些约束照常生效`,
  CONSTRAINT_SCOPE_TURNED: ({ count }) =>
    `有 ${count} 条约束的起止章节前后颠倒（章节移动过），这些约束照常生效`,
  FILE_BROKEN: ({ path, line, column, fault }) =>
    `“${path}”第 ${line} 行第 ${column} 列有问题：${describeFault(fault, 'zh')}。文件保持原样；用的是上一次完好的内容，没有就按没有这个文件处理`,
  FILE_LEFT_OUT: ({ path, line, column, fault }) =>
    `${path} 没有放进去（第 ${line} 行第 ${column} 列：${describeFault(fault, 'zh')}）`,
  FILE_UNREADABLE: ({ path }) => `${path} 读取失败`,
  TOKENIZER_UNUSABLE: ({ model, problem }) =>
    `模型“${model}”的 tokenizer.json 不能用（${problem}），词元数按估算。`,
  SKILL_BROKEN: ({ problem, detail }) =>
    ({
      header: '开头要有一段用 --- 包起来的说明',
      yaml: '开头的说明不是正确的 YAML',
      id: '“id”要有，只用字母、汉字、数字、- 和 _，最多 64 个字符',
      name: '“name”要有，最多 80 个字符',
      output: '“output”只能是 insert、replace 或 show',
      layers: '“layers”只能列出 rules、settings、retrieved、immediate',
      profile: '“profile”只能是 chat、search、planning，而且只给 output: show 的技能用',
      retrievedOnly: '“layers”里只有 retrieved 可以省去',
      window: '“window”是 256 以上的整数（tokens）',
      empty: '没有正文，不知道要模型做什么',
      notUtf8: '不是 UTF-8 文本',
      tooLarge: '文件超过 64 KB',
      taken: `“id: ${detail}”已经有别的技能用了，请换一个`,
      unreadable: '读不出来',
    })[problem],
  PROJECT_ID_GIVEN: () => '这个文件夹还没有项目编号，已写入 .creonow/project.json。',
  HISTORY_NOT_KEPT: ({ cause }) =>
    cause === 'full'
      ? '磁盘快满了：正文已经存好，但没能留下历史版本'
      : '正文已经存好，但数据文件夹不能写，没能留下历史版本',
  PROJECT_COPIED: () => '这是另一个项目文件夹的副本，已换上新的项目编号，两份互不影响。',
  PROJECT_NOT_LISTED: () => '作品列表的文件不能写，这个项目这次可以照常使用，下次要重新打开。',
}

const placeOf = (side: 'before' | 'after', distance: number) =>
  distance === 0 ? '光标处' : `光标${side === 'before' ? '前' : '后'} ${distance} 字`
const sharedNote = (shared: boolean) => (shared ? '（几个条目共用这个称呼）' : '')
const terms = (termList: readonly string[]) => (termList.length > 0 ? `：${termList.join('、')}` : '')

const reasonWords: Formatters<Reason> = {
  always: () => '始终',
  always_earlier: ({ key, distance }) => `始终；光标前 ${distance} 字提到「${key}」`,
  pinned: () => '已钉住',
  unwanted: () => '您说这次不要',
  called: ({ key }) => `本次要求里点名「${key}」`,
  in_selection: ({ key, shared }) => `选中的文字里提到「${key}」${sharedNote(shared)}`,
  in_instruction: ({ key, shared }) => `本次要求里提到「${key}」${sharedNote(shared)}`,
  in_conversation: ({ key, shared }) => `对话里刚提到「${key}」${sharedNote(shared)}`,
  in_window: ({ side, distance, key, shared }) =>
    `${placeOf(side, distance)}提到「${key}」${sharedNote(shared)}`,
  relation: ({ of, relation }) => (relation === '' ? `与「${of}」有关` : `与「${of}」有关：${relation}`),
  in_scope: () => '在适用章节内',
  of_entry: ({ entry }) => `来自条目「${entry}」`,
  profile: () => '始终',
  file: () => '项目设定',
  preference: ({ as }) => (as === 'constraint' ? '写作偏好，作为约束' : '写作偏好'),
  // Selected by vectors only, it has no words in common.
  passage: ({ rank, terms: termList }) =>
    `与眼前的文字${termList.length > 0 ? `同有${terms(termList)}` : '意思相近'}（第 ${rank}）`,
  active: ({ rank, terms: termList }) => `近来常写到${terms(termList)}（第 ${rank}）`,
  synopsis: ({ stale }) => (stale ? '前面章节的梗概（那一章后来改过）' : '前面章节的梗概'),
  past_talk: ({ number }) => `对话第 ${number} 条说过`,
  episode: ({ similarity }) => `与这次相近 ${similarity.toFixed(2)}`,
  text_before: () => '光标前的正文',
  text_after: () => '光标后的正文',
  selection: () => '选区',
  previous_chapter: ({ tokens }) => `本章光标前不足 ${tokens} tokens`,
  working_memory: () => '本次写作中的要求',
  skill: ({ name }) => `技能：${name}`,
  input: () => '本次输入',
  so_far: () => '已写出的新文',
  given: ({ text }) => text,
}

/** The text of a notice, in Chinese; empty when the code is enough. */
export function wordsOf(notice: Notice): string {
  const format = warningWords[notice.code] as ((params: Notice['params']) => string) | undefined // same code
  return format?.(notice.params) ?? ''
}

/** `CODE: 说明` or `CODE`, for programs and for the log; people see a translation of the notice. */
export function describeNotice(notice: Notice): string {
  const text = wordsOf(notice)
  return text === '' ? notice.code : `${notice.code}: ${text}`
}

/** Why a chunk is here, in Chinese; people see a translation of the reason. */
export function describeReason(reason: Reason): string {
  const format = reasonWords[reason.code] as ((params: Reason['params']) => string) | undefined // same code
  return format?.(reason.params) ?? reason.code
}
