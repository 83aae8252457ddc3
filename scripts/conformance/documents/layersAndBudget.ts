import type { Requirement } from '../requirement.ts'

/** Of layers, budget and stable prefix. */
export const layersAndBudget: readonly Requirement[] = [
  {
    ...{ id: '000.01', section: 'Four layers' },
    demand: 'Rules, Settings, Retrieved and Immediate print in this order, whatever is in them.',
    tests: [
      'assemble > prints the four layers in their fixed order, constraints in the documented form',
      'any material > gives the same bytes and the same hashes from shuffled sources',
    ],
  },
  {
    ...{ id: '000.02', section: 'Four layers' },
    demand: 'Each layer is filled from its own sources, which declare where they print.',
    tests: ['every source has its layer, place, stability, limits and heading'],
  },
  {
    ...{ id: '000.03', section: 'Four layers' },
    demand:
      'A request in chapter ten has person and character in Rules, a learned preference in Settings, an earlier passage in Retrieved and 2,000 tokens before the cursor in Immediate.',
    tests: ['Requirement: 四层上下文架构 > 四层上下文正常组装'],
  },
  {
    ...{ id: '000.04', section: 'Four layers' },
    demand: 'A new project without rules and memory assembles and runs.',
    tests: [
      'Requirement: 四层上下文架构 > 新项目——Rules 和 Settings 为空',
      'assemble > keeps the template bytes fixed in a new project: placeholders in the system prompt, nothing in userContent',
    ],
  },
  {
    ...{ id: '000.05', section: 'Token budget' },
    demand: 'The shares are 15, 10, 25 and 50 percent, the minimums 500, 200, 0 and 2,000 tokens.',
    tests: [
      'trimLayers > has default shares of 15, 10, 25 and 50 percent, with minimums of 500, 200, 0 and 2,000 tokens',
      'the budget of a project > is the default as version 1 without a file, then what was stored as the next version',
    ],
  },
  {
    ...{ id: '000.06', section: 'Token budget' },
    demand:
      'The budget is the window without the system prompt and what is reserved for the answer, and no prompt exceeds it.',
    tests: [
      'computeBudget > takes window, reserve, template and history off in the right order',
      'any material > is counted exactly in its final bytes and never over budget',
    ],
  },
  {
    ...{ id: '000.07', section: 'Token budget' },
    demand: 'What fits the budget is sent whole.',
    tests: [
      'Requirement: Token 预算管理 > Token 预算内——不裁剪',
      'a world file that fits > is sent whole: %s',
      'a stateless request of any project > sends everything whole where it fits, and else leaves less free than the next sentence needs',
    ],
  },
  {
    ...{ id: '000.08', section: 'Token budget' },
    demand: 'Beyond the budget Retrieved gives way first, then Settings, then Immediate.',
    tests: [
      'Requirement: Token 预算管理 > Token 超出预算——裁剪 Retrieved 层',
      'a stateless request beyond its budget > cuts Settings below a fifth of it, and Immediate below its share, only when the layers before have nothing left to give',
    ],
    shortfall:
      'Settings give way down to a fifth of the budget while Retrieved still has passages, because they are limited to 2 × 10 percent when not everything fits; below that the order holds.',
  },
  {
    ...{ id: '000.09', section: 'Trimming' },
    demand: 'Settings give way by confidence, the least certain first.',
    tests: ['trimLayers > cuts settings by confidence, the last of equals first, at a paragraph end'],
  },
  {
    ...{ id: '000.10', section: 'Trimming' },
    demand: 'Retrieved gives way by score, the lowest first, down to nothing.',
    tests: [
      'trimLayers > cuts passages, then drops the weakest first, and does not touch the other layers',
      'trimLayers > lets the last passage leave when the other layers are at their floors',
    ],
  },
  {
    ...{ id: '000.11', section: 'Trimming' },
    demand: 'Of Immediate the text nearest to the cursor stays.',
    tests: [
      'trimLayers > moves the start of the text before the cursor last, and never its end',
      'any material > has a text before that ends at the cursor and starts at a paragraph, else a sentence, else a grapheme',
    ],
  },
  {
    ...{ id: '000.12', section: 'Trimming' },
    demand: 'However small the budget is, the sentence before the cursor is sent or the request is refused.',
    tests: [
      'the planning of floors > has selection, instruction and the sentence at the cursor in the floor of Immediate, whatever the minimum',
      'a request that does not fit > does not lose the sentence at the cursor: it is refused for pinned entries beyond the rest',
    ],
  },
  {
    ...{ id: '000.13', section: 'Rules over budget' },
    demand:
      'A hundred characters put Rules over 15 percent: a warning is logged, the relevant ones are injected whole, the other layers are trimmed as ever.',
    tests: [
      'where Rules of a book in %s exceed their share, > a codex of a hundred people has the text of the relevant ones alone, a warning in the log, and the other layers are cut as ever',
      'Requirement: Token 预算管理 > 极端场景——Rules 层单独超出预算',
    ],
  },
  {
    ...{ id: '000.14', section: 'Rules over budget' },
    demand: 'Who stands in the scene is in Rules whole, with the own constraints.',
    tests: [
      'one of a hundred people of the level “always”, named at the cursor (%s) > is sent whole with her own constraint in a window of %i',
      'more people in the scene than have room are whole by nearness, and no one is missing',
    ],
  },
  {
    ...{ id: '000.15', section: 'Rules over budget' },
    demand:
      'Thirty constraints of the author stay; those derived from the codex give way by priority, each with a line in the log.',
    tests: [
      'where Rules of a book in %s exceed their share, > thirty constraints of the author are all there, those of the codex give way by priority, and each of these is in the log',
      'Requirement: Constraints（创作约束） > 约束过多导致 Rules 层膨胀',
    ],
  },
  {
    ...{ id: '000.16', section: 'Tokens' },
    demand: 'Tokens are counted with the tokenizer of the model.',
    tests: [
      'a request through rpc > assembles strange text at its start, middle and end, counted exactly and within the window',
      'in the counting of %s, > 10,000 hostile strings of its own, 250 of them with a piece of 200 to 600 bytes, are counted as js-tiktoken counts them',
      'a model with a tokenizer.json > is counted exactly by the file that the user supplied',
    ],
  },
  {
    ...{ id: '000.17', section: 'Budget channels' },
    demand: 'The budget is read and stored by its two channels.',
    tests: [
      'the budget of a project > is the default as version 1 without a file, then what was stored as the next version',
      'Requirement: Token 预算管理 > 并发更新预算配置的版本校验',
    ],
  },
  {
    ...{ id: '000.18', section: 'Budget channels' },
    demand: 'A stale version is refused and changes nothing.',
    tests: [
      'Requirement: Token 预算管理 > 并发更新预算配置的版本校验',
      'among the writers of a budget, > one of two writers with the same version wins, the other changes nothing',
    ],
  },
  {
    ...{ id: '000.19', section: 'Budget channels' },
    demand: 'A broken budget file is reported, not written over, and the request goes on.',
    tests: [
      'the budget of a project > with %s is reported as broken, stays as it is, and the default applies',
      'an answer made from broken files > names budget, project, settings, preferences and models.json, and the prompt is as before',
    ],
  },
  {
    ...{ id: '000.20', section: 'Stable prefix' },
    demand: 'The hash of Rules and Settings is the same for the same input, in any process, folder and year.',
    tests: [
      'Requirement: Stable Prefix Hash > keeps prefix and prompt of a project that was moved, copied or opened a year later',
      'assemble > gives the same hash for shuffled input and reports the second request as unchanged',
    ],
  },
  {
    ...{ id: '000.21', section: 'Stable prefix' },
    demand: 'Three continuations in a row have one prefix, and the second and third are marked as unchanged.',
    tests: ['Requirement: Stable Prefix Hash > 连续续写——Stable Prefix 命中缓存'],
  },
  {
    ...{ id: '000.22', section: 'Stable prefix' },
    demand: "The AI service marks the unchanged prefix for the provider's cache.",
    tests: [
      'the bytes on the wire > to Anthropic have the same system first and at most four marks, the long-lived first, none below the minimum or at the end',
      'three continuations in a row > %s, and nobody is warned',
    ],
  },
  {
    ...{ id: '000.23', section: 'Stable prefix' },
    demand: 'A confirmed preference changes the hash, and the cache is made anew.',
    tests: [
      'Requirement: Stable Prefix Hash > Settings 变更导致缓存失效',
      'a cache that does not work > because %s names the block, its price, and warns',
    ],
  },
]
