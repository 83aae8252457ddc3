import { expect, it } from 'vitest'
import { createScenes } from '../../../../main/src/services/context/scene.ts'
import { createRedactor } from '../../../../main/src/services/redaction/index.ts'
import { requestFor } from '../../../support/engine.ts'

const text = '　　林远吹响铜哨，𠮷田听见了。\r\n　　雾更浓了。'

it('a request is the same scene again until anything of it changes', async () => {
  const sceneOf = createScenes(createRedactor())
  const request = requestFor(text, { selection: { from: 2, to: 6 }, pinned: ['林远'] })
  const scene = await sceneOf(request)
  expect(await sceneOf({ ...request, document: { ...request.document } })).toBe(scene)
  const changes = {
    text: { document: { ...request.document, text: `${text}散` } },
    title: { document: { ...request.document, title: '雾' } },
    number: { document: { ...request.document, chapterNumber: 11 } },
    cursor: { cursorPosition: 3 },
    'start of the selection': { selection: { from: 4, to: 6 } },
    'end of the selection': { selection: { from: 2, to: 8 } },
    instruction: { additionalInput: '写雾。' },
    pinned: { pinned: ['许三娘'] },
    language: { language: 'en' },
    stateless: { stateless: true },
  } as const
  const same: string[] = []
  for (const [name, change] of Object.entries(changes))
    if ((await sceneOf(request)) === (await sceneOf({ ...request, ...change }))) same.push(name)
  expect(same).toEqual([])
})

it.each(['start', 'middle', 'end'] as const)(
  'a selection with the cursor at its %s is in neither of the parts around it',
  async (place) => {
    const chapter = '林远吹响铜哨，许三娘听见了。The fog grew thicker.'
    const selection = { from: 7, to: 14 }
    const cursorPosition = { start: 7, middle: 10, end: 14 }[place]
    const { before, selected, after } = await createScenes(createRedactor())(
      requestFor(chapter, { cursorPosition, selection }),
    )
    expect({ before, selected, after }).toEqual({
      before: { from: 0, to: 7, text: '林远吹响铜哨，' },
      selected: { ...selection, text: '许三娘听见了。' },
      after: { from: 14, to: chapter.length, text: 'The fog grew thicker.' },
    })
  },
)

it('the parts of a chapter have nothing that was hidden in it, also where the redactor reports no places', async () => {
  const hide = (some: string) => some.replaceAll('铜哨', '○○○')
  const redactor = { redact: async (some: string) => ({ text: hide(some), replacements: [], evidence: [] }) }
  const at = text.indexOf('𠮷田')
  const selection = { from: 2, to: text.indexOf('，') }
  const { before, after, selected } = await createScenes(redactor)(
    requestFor(text, { cursorPosition: at, selection }),
  )
  expect({ before, after, selected }).toEqual({
    before: { from: 0, to: at, text: hide(text.slice(0, at)) },
    after: { from: at, to: text.length, text: text.slice(at) },
    selected: { ...selection, text: '林远吹响○○○' },
  })
})
