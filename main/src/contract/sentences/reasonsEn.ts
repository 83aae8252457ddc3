import type { ReasonKey } from './codedKeys.ts'

/** Why a piece of material is in the prompt, one sentence per code and word. */
export const reasonsEn = {
  always: 'always',
  always_earlier: 'always; “{{key}}” is named {{distance}} characters before the caret',
  pinned: 'pinned',
  unwanted: 'you did not want it this time',
  called: 'the request calls “{{key}}”',
  in_selection: 'the selection names “{{key}}”',
  in_conversation: 'the last messages name “{{key}}”',
  in_plan: 'the plan of this chapter names “{{key}}”',
  in_instruction: 'the request names “{{key}}”',
  in_window_before: '“{{key}}” is named {{distance}} characters before the caret',
  in_window_after: '“{{key}}” is named {{distance}} characters after the caret',
  in_window_here: '“{{key}}” is named at the caret',
  relation: 'related to “{{of}}”',
  in_scope: 'this chapter is in its scope',
  of_entry: 'from the entry “{{entry}}”',
  profile: 'always',
  file: 'settings of the work',
  preference_setting: 'writing preference',
  preference_constraint: 'writing preference, as a constraint',
  passage: 'close to this scene, number {{rank}}',
  active: 'often written of lately, number {{rank}}',
  synopsis: 'synopsis of an earlier chapter',
  past_talk: 'said in message {{number}} of the talk',
  episode: 'close to this request, {{similarity}}',
  text_before: 'text before the caret',
  text_after: 'text after the caret',
  selection: 'selection',
  previous_chapter: 'fewer than {{tokens}} tokens stand before the caret in this chapter',
  working_memory: 'asked for during this session',
  last_exchange: 'your words refer to it: “{{key}}”',
  skill: 'skill: {{name}}',
  chapter_plan: 'the plan of this chapter',
  synopsis_as_plan: 'this chapter has no plan, so its synopsis stands in',
  next_plans: 'a line of the plans of the next two chapters',
  position: 'chapter, scene and point of view',
  input: 'your words for this request',
  so_far: 'what was written so far',
  given: '{{text}}',
} as const satisfies Record<ReasonKey, string>

/** What may be added to a reason. */
export const reasonNotesEn = {
  shared: 'several entries go by this name',
  stale: 'that chapter changed since',
} as const
