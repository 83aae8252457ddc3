import { describe, expect, it } from 'vitest'
import { defaultBudget } from '../../../../main/src/services/context/index.ts'
import { resolveRequest } from '../../../../main/src/services/context/request.ts'
import { continueSkill } from '../../../support/engine.ts'

const text = '　　第一段，林远。\r\n　　第二段，𠮷。\r\n\r\n　　第三段。'
const skills = {
  continue: continueSkill,
  polish: { ...continueSkill, id: 'polish', output: 'replace' as const },
}

async function resolve(
  skillId: keyof typeof skills,
  cursorPosition: number,
  selection?: { from: number; to: number },
  textSoFar?: string,
) {
  const { request, notices, writtenSoFar } = await resolveRequest(
    {
      language: async () => 'zh',
      readDocument: async () => ({ text, hash: 'h', title: '第一章', chapterNumber: 1 }),
      skill: () => skills[skillId],
      model: async () => ({ id: 'fake', windowTokens: 8000, outputReserveTokens: 500 }),
      budget: async () => defaultBudget,
      limits: () => ({
        historyBudgetTokens: 0,
        capacityTokens: 64_000,
        sourceDeadlineMs: 100,
        runSourceDeadlineMs: 50,
      }),
    },
    {
      projectId: 'p',
      documentId: 'd',
      skillId,
      cursorPosition,
      ...(selection ? { selection } : {}),
      ...(textSoFar === undefined ? {} : { textSoFar }),
    },
    { forRun: false },
  )
  expect('selection' in request).toBe(request.selection !== undefined)
  const { selection: chosen, document, writtenSoFar: replacement } = request
  if (textSoFar !== undefined)
    return { text: document.text, cursor: request.cursorPosition, chosen, replacement, writtenSoFar }
  return {
    cursor: request.cursorPosition,
    chosen: chosen && text.slice(chosen.from, chosen.to),
    notices: notices.map(({ code }) => code),
  }
}

describe('a resolved request', () => {
  const second = text.indexOf('第二段')
  it('has the paragraph at the cursor for a skill that replaces, none when it is blank, or the selection', async () => {
    expect(await resolve('polish', second)).toMatchObject({ chosen: '　　第二段，𠮷。' })
    expect(await resolve('polish', 0)).toMatchObject({ chosen: '　　第一段，林远。' })
    expect(await resolve('polish', text.length)).toMatchObject({ chosen: '　　第三段。' })
    expect(await resolve('polish', text.indexOf('\r\n\r\n') + 2)).toMatchObject({ chosen: undefined })
    expect(await resolve('polish', 0, { from: second, to: second + 3 })).toMatchObject({ chosen: '第二段' })
    expect(await resolve('continue', second)).toMatchObject({ chosen: undefined })
  })

  it('refuses a selection that is not in the chapter, with the length of the chapter', async () => {
    for (const selection of [
      { from: 4, to: 2 },
      { from: 0, to: text.length + 1 },
      { from: text.length + 1, to: text.length + 5 },
    ])
      await expect(resolve('continue', 0, selection)).rejects.toMatchObject({
        code: 'INVALID_ARGUMENT',
        details: { why: 'selectionOutside', length: text.length },
      })
    expect(await resolve('continue', 0, { from: 0, to: text.length })).toMatchObject({ chosen: text })
  })

  it('has a cursor behind the text or inside a character moved to the nearest place before it, with a notice', async () => {
    const inside = text.indexOf('𠮷') + 1
    expect(await resolve('continue', text.length + 9)).toEqual({
      cursor: text.length,
      chosen: undefined,
      notices: ['CURSOR_CLAMPED'],
    })
    expect(await resolve('continue', inside)).toEqual({ cursor: inside - 1, chosen: undefined, notices: [] })
  })

  it('that goes on has what was written in the chapter, at the cursor and behind nothing else', async () => {
    const at = text.indexOf('　　第二段')
    expect(await resolve('continue', at, undefined, '　　雾来了。\r\n')).toEqual({
      text: `${text.slice(0, at)}　　雾来了。\r\n${text.slice(at)}`,
      cursor: at + '　　雾来了。\r\n'.length,
      ...{ chosen: undefined, replacement: undefined, writtenSoFar: '　　雾来了。\r\n' },
    })
    expect(await resolve('continue', 0, undefined, 'The fog.')).toMatchObject({
      text: `The fog.${text}`,
      cursor: 8,
    })
  })

  it('that goes on replacing leaves the chapter as it is: the replacement is beside it', async () => {
    expect(await resolve('polish', 0, { from: 2, to: 5 }, '第一')).toEqual({
      ...{ text, cursor: 0, chosen: { from: 2, to: 5 }, replacement: '第一', writtenSoFar: '第一' },
    })
  })
})
