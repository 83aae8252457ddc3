import { history, redo, undo } from '@codemirror/commands'
import { EditorState, type TransactionSpec } from '@codemirror/state'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  openStored,
  positionMap,
  replaceStored,
  serialise,
} from '../../../../renderer/src/features/editor/lineEndings.ts'
import { countedChecks } from '../../../support/countedChecks.ts'
import { strangeTexts } from '../../../support/strangeText.ts'

const open = (stored: string) => {
  const { doc, endings } = openStored(stored)
  return EditorState.create({ doc, extensions: [endings, history()] })
}
const edit = (state: EditorState, spec: TransactionSpec) => state.update(spec).state
const run = (state: EditorState, command: typeof undo) => {
  let next = state
  command({ state, dispatch: (transaction) => (next = transaction.state) })
  return next
}

describe('serialise', () => {
  test.each(strangeTexts)('stores text as it was read: $name', ({ text }) => {
    expect(serialise(open(text))).toBe(text)
  })

  test('leaves the endings of all other lines when one is typed in (a save rewrote the whole file)', () => {
    const state = edit(open('甲\r\n乙\n丙\r丁'), { changes: { from: 2, insert: '新' } })
    expect(serialise(state)).toBe('甲\r\n新乙\n丙\r丁')
  })

  test('gives a new line the ending of the break before it, else of the one after it', () => {
    const afterFirst = edit(open('甲\r\n乙\n丙'), { changes: { from: 3, insert: '\n新' } })
    expect(serialise(afterFirst)).toBe('甲\r\n乙\r\n新\n丙')
    const atStart = edit(open('甲\r\n乙'), { changes: { from: 0, insert: '新\n' } })
    expect(serialise(atStart)).toBe('新\r\n甲\r\n乙')
  })

  test('gives text pasted with CRLF into an LF file the ending of the file', () => {
    const state = open('甲\n乙')
    const pasted = edit(state, { changes: { from: 1, insert: state.toText('一\r\n二') } })
    expect(serialise(pasted)).toBe('甲一\n二\n乙')
  })

  test('preserves the endings of the same breaks when paragraphs are replaced', () => {
    const state = edit(open('甲\r\n乙\n丙'), { changes: { from: 0, to: 5, insert: '一\n二\n三\n四' } })
    expect(serialise(state)).toBe('一\r\n二\n三\n四')
  })

  test('restores deleted endings on undo and removes them on redo (mixed files drifted with each undo)', () => {
    const deleted = edit(open('甲\r\n乙\n丙\r丁'), { changes: { from: 1, to: 6, insert: '' } })
    expect(serialise(deleted)).toBe('甲丁')
    const undone = run(deleted, undo)
    expect(serialise(undone)).toBe('甲\r\n乙\n丙\r丁')
    expect(serialise(run(undone, redo))).toBe('甲丁')
  })

  test('does not lose a line between CR and LF that is emptied', () => {
    const state = edit(open('甲\r乙\n丙'), { changes: { from: 2, to: 3 } })
    expect(open(serialise(state)).doc.toString()).toBe('甲\n\n丙')
  })

  test('gives a text that reads back as the same document after any edits, and the file after undo', () => {
    const text = fc
      .array(fc.constantFrom('\r\n', '\n', '\r', '林', '𠮷'), { maxLength: 16 })
      .map((parts) => parts.join(''))
    const edits = fc.array(fc.tuple(fc.nat(20), fc.nat(6), fc.constantFrom('', '新', '\n', '新\n\n句')), {
      maxLength: 5,
    })
    const checked = countedChecks()
    fc.assert(
      fc.property(text, edits, (stored, changes) => {
        checked.when(changes.length > 0 && stored.includes('\r'))
        let state = open(stored)
        for (const [start, length, insert] of changes) {
          const from = Math.min(start, state.doc.length)
          const to = Math.min(from + length, state.doc.length)
          state = edit(state, { changes: { from, to, insert } })
          expect(open(serialise(state)).doc.toString()).toBe(state.doc.toString())
          expect(positionMap(state).toStored(state.doc.length)).toBe(serialise(state).length)
        }
        for (let step = 0; step < changes.length; step++) state = run(state, undo)
        expect(serialise(state)).toBe(stored)
      }),
    )
    checked.expectShare(0.2)
  })
})

describe('replaceStored', () => {
  test('gives exactly the new text, endings included, for any two texts', () => {
    const text = fc
      .array(fc.constantFrom('\r\n', '\n', '\r', '林', '远'), { maxLength: 12 })
      .map((parts) => parts.join(''))
    const checked = countedChecks()
    fc.assert(
      fc.property(text, text, (before, after) => {
        checked.when(before !== after)
        const state = open(before)
        expect(serialise(edit(state, replaceStored(state, after)))).toBe(after)
      }),
    )
    checked.expectShare(0.8)
  })

  test('leaves a caret outside the changed part where it is (it jumped to the start of the chapter)', () => {
    const state = edit(open('甲乙丙\n丁戊己'), { selection: { anchor: 6 } })
    const next = edit(state, replaceStored(state, '甲乙\n丁戊己'))
    expect(next.selection.main.head).toBe(5)
  })
})
