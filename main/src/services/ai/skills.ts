import { ErrorCode } from '../../ipc/errorCodes.ts'
import { AppError } from '../../lib/appError.ts'
import type { Skill } from '../context/index.ts'

const builtin = (id: string, name: string, output: Skill['output'], zh: string, en: string): Skill => ({
  id,
  name,
  output,
  instruction: { zh, en },
  source: `skill:${id}`,
})

/** The skills every project has. Their words are part of the request, not of the stable prefix. */
export const builtinSkills: readonly Skill[] = [
  builtin(
    'continue',
    '续写',
    'insert',
    '从「光标之前」的最后一个字接着写，约 300 字。不要重复已有的句子；若光标停在句子中间，先把这句写完。若有「光标之后」的正文，写到能与它自然相接为止。',
    'Go on from the last character before the cursor, about 200 words. Repeat nothing that stands there; if the cursor is inside a sentence, finish it first. If text follows the cursor, lead up to it.',
  ),
  builtin(
    'polish',
    '润色',
    'replace',
    '润色「选中的文字」：改正语病，去掉赘字，让句子更准、更顺；不增减情节，不改变人称和语气。只输出润色后的文字，用来替换原文。',
    'Polish the selection: mend grammar, drop needless words, make sentences exact; change no event, person or tone. Output only the text that replaces it.',
  ),
  builtin(
    'rewrite',
    '改写',
    'replace',
    '改写「选中的文字」：情节不变，换一种写法，更具体、更有画面。只输出改写后的文字，用来替换原文。',
    'Rewrite the selection: the same events told another way, more concrete. Output only the text that replaces it.',
  ),
  builtin(
    'expand',
    '扩写',
    'replace',
    '扩写「选中的文字」到约两倍长：补足动作、感官和对话，不添新情节。只输出扩写后的文字，用来替换原文。',
    'Expand the selection to about twice its length with action, sense and dialogue, no new events. Output only the text that replaces it.',
  ),
  builtin(
    'condense',
    '缩写',
    'replace',
    '缩写「选中的文字」到约一半长：留下情节和最有力的细节。只输出缩写后的文字，用来替换原文。',
    'Condense the selection to about half, keeping the events and the strongest details. Output only the text that replaces it.',
  ),
  builtin(
    'brainstorm',
    '构思',
    'show',
    '为接下来的情节给出五个方向，每个两三句话：发生什么，为什么合乎人物，会牵动前文哪条线索。只列方向，不写正文。',
    'Give five directions for what happens next, two or three sentences each: the event, why it fits the characters, which earlier thread it pulls. No prose.',
  ),
  builtin(
    'critique',
    '点评',
    'show',
    '像一位细心的编辑那样点评「选中的文字」（没有选中时点评光标前的一段）：先说好在哪里，再指出三处最值得改的地方和改法。',
    'Comment like a careful editor on the selection (or the last passage before the cursor): what works, then the three most useful changes.',
  ),
]

/** Throws NOT_FOUND for a skill nobody defined. */
export function findSkill(skillId: string): Skill {
  const skill = builtinSkills.find(({ id }) => id === skillId)
  if (!skill)
    throw new AppError(ErrorCode.NOT_FOUND, '没有这个技能。', {
      data: { skillId },
    })
  return skill
}
