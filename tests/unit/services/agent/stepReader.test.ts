import { describe, expect, it } from 'vitest'
import { createStepReader } from '../../../../main/src/services/agent/react/protocol.ts'

const inPieces = (text: string, size: number) => {
  const reader = createStepReader()
  let shown = ''
  for (let at = 0; at < text.length; at += size) {
    const { text: piece, isOver } = reader.read(text.slice(at, at + size))
    shown += piece
    if (isOver) break
  }
  return { kept: reader.text(), invented: reader.invented(), shown }
}

const action = 'Thought: 找林远。\nAction: Grep[{"pattern":"林远"}]\n'

describe('createStepReader', () => {
  it.each([1, 3, 7, 1000])('cuts an invented observation off, in pieces of %i', (size) => {
    const { kept, invented } = inPieces(
      `${action}Observation: 120 处\nThought: 都改掉。\nAction: Write[{}]`,
      size,
    )
    expect({ kept, invented }).toEqual({ kept: action, invented: true })
  })

  it.each([1, 1000])('cuts a second action off, in pieces of %i', (size) => {
    const { kept, invented } = inPieces(`${action}\nAction：MultiEdit[{}]`, size)
    expect({ kept: kept.trimEnd(), invented }).toEqual({ kept: action.trimEnd(), invented: true })
  })

  it('cuts an observation off that comes before any action', () => {
    expect(inPieces('Thought: 找。\n观察：没有。\n', 4)).toMatchObject({
      kept: 'Thought: 找。\n',
      invented: true,
    })
  })

  it('leaves the same words alone inside a block and inside an argument', () => {
    const block = 'Action: Write[{"path":"a.md"}]\n```\n　　她念道：\nObservation: 雾\nAction: 走\n```\n'
    const argument = 'Action: Write[{"path":"a.md","content":"一\nObservation: 雾\n二"}]'
    expect(inPieces(block, 3)).toMatchObject({ kept: block, invented: false })
    expect(inPieces(argument, 3)).toMatchObject({ kept: argument, invented: false })
  })

  it('shows everything of a step that ends by itself', () => {
    expect(inPieces(action, 2)).toEqual({ kept: action, invented: false, shown: action })
  })
})
