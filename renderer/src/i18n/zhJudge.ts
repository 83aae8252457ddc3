import type { JudgeKind, NotCheckedWhy } from '#contract/judge.ts'
import type { FindingKey } from './sentences.ts'

/** What checking a written text says. */
export const judge = {
  title: '核对',
  lead: '写完以后，对照本书的约束、用词表和设定卡核对。下面两项只对这本书有效，平时关着，因为各要多问模型一次。',
  model: '请模型核对读得懂才能判断的约束',
  modelHint:
    '人物、世界观、情节的约束，以及写出的文字与设定卡（到本章为止）有没有矛盾。用的是写作的同一个模型。',
  rewrite: '发现问题时自动重写一次',
  rewriteHint: '只重写一次；第一稿留在运行卡片里，可以再用。',
  checking: '写好了，模型正在核对。不想等可以停下，文字会留着。',
  redoing: '第一稿有不合约束的地方，正在重写',
  checked: '已核对：{{kinds}}。',
  clean: '没有发现问题。',
  findings: '可能不合约束的地方：{{n}} 处',
  constraint: '约束「{{text}}」',
  unlisted: '另有 {{n}} 处没有列出。',
  notChecked: '没有核对：{{kinds}}。{{why}}',
  counted: '{{kind}}（{{n}}）',
  kinds: {
    narrative: '叙述',
    style: '文风与标点',
    terminology: '用词',
    plot: '情节',
    character: '人物',
    world: '世界观',
    continuity: '与设定卡是否一致',
  } satisfies Record<JudgeKind, string>,
  why: {
    off: '这些要读懂才能判断，可以在设置里请模型核对。',
    example: '示例模型不会读文章，接上自己的模型才能核对。',
    late: '模型没有在时限内答复。',
    malformed: '模型的答复看不懂，没有采用。',
    refused: '服务商拒绝了这次核对。',
    failed: '没有问成模型。',
    cancelled: '核对时停下了。',
  } satisfies Record<NotCheckedWhy, string>,
  found: {
    person_first: '可能不是第一人称',
    person_third: '可能不是第三人称',
    mark: '用了“{{mark}}”',
    term: '「{{word}}」按用词表写作「{{use}}」',
    banned: '「{{word}}」不该用',
    name_early: '「{{name}}」到《{{chapter}}》才为人所知',
    word_early: '「{{word}}」到第 {{chapter}} 章才可以出现',
    model: '模型认为：{{why}}',
    codex: '与设定卡「{{entry}}」不符。模型认为：{{why}}',
  } satisfies Record<FindingKey, string>,
  first: { replaced: '第一稿', failed: '没有写完的第二稿', cancelled: '没有写完的第二稿' },
  kept: '重写没有完成，用的是第一稿。',
  replaced: '第一稿有 {{n}} 处不合约束，已重写一次。',
} as const
