import type { ReasonKey } from './codedKeys.ts'

/** Why a piece of material is in the prompt, one sentence per code and word. */
export const reasonsZh = {
  always: '始终',
  always_earlier: '始终；光标前 {{distance}} 字提到「{{key}}」',
  pinned: '已钉住',
  unwanted: '您说这次不要',
  called: '本次要求里点名「{{key}}」',
  in_selection: '选中的文字里提到「{{key}}」',
  in_conversation: '对话里刚提到「{{key}}」',
  in_plan: '本章计划里有「{{key}}」',
  in_instruction: '本次要求里提到「{{key}}」',
  in_window_before: '光标前 {{distance}} 字提到「{{key}}」',
  in_window_after: '光标后 {{distance}} 字提到「{{key}}」',
  in_window_here: '光标处提到「{{key}}」',
  relation: '与「{{of}}」有关',
  in_scope: '在适用章节内',
  of_entry: '来自条目「{{entry}}」',
  profile: '始终',
  file: '项目设定',
  preference_setting: '写作偏好',
  preference_constraint: '写作偏好，作为约束',
  passage: '与眼前的文字相关，第 {{rank}}',
  active: '近来常写到，第 {{rank}}',
  synopsis: '前面章节的梗概',
  past_talk: '对话第 {{number}} 条说过',
  episode: '与这次相近 {{similarity}}',
  text_before: '光标前的正文',
  text_after: '光标后的正文',
  selection: '选区',
  previous_chapter: '本章光标前不足 {{tokens}} tokens',
  working_memory: '本次写作中的要求',
  last_exchange: '要求里提到「{{key}}」',
  skill: '技能：{{name}}',
  chapter_plan: '这一章的计划',
  synopsis_as_plan: '这一章没有计划，用它的梗概',
  next_plans: '后面两章的计划各一行',
  position: '章名、场景和视角',
  input: '本次输入',
  so_far: '已写出的新文',
  given: '{{text}}',
} as const satisfies Record<ReasonKey, string>

/** What may be added to a reason. */
export const reasonNotesZh = {
  shared: '几个条目共用这个称呼',
  stale: '那一章后来改过',
} as const
