import { invertedEffects } from '@codemirror/commands'
import {
  type EditorState,
  type Extension,
  StateEffect,
  StateField,
  Text,
  type Transaction,
  type TransactionSpec,
} from '@codemirror/state'
import {
  createPositionMap,
  crlfPositions,
  joinStored,
  type LineEnding,
  type PositionMap,
  separable,
  splitStored,
} from './positions.ts'

/** Puts endings back as they were; carried by the undo history. */
const restoreEndings = StateEffect.define<readonly LineEnding[]>()

const afterChanges = (before: readonly LineEnding[], transaction: Transaction): readonly LineEnding[] => {
  const after: LineEnding[] = []
  const old = transaction.startState.doc
  let copied = 0
  transaction.changes.iterChanges((fromA, toA, _fromB, _toB, inserted) => {
    const first = old.lineAt(fromA).number - 1
    const last = old.lineAt(toA).number - 1
    for (; copied < first; copied++) after.push(before[copied] ?? '\n')
    // A replaced break keeps its ending; a further one takes its neighbour's.
    for (let index = 0; index < inserted.lines - 1; index++) {
      const own = first + index < last ? before[first + index] : undefined
      after.push(own ?? after.at(-1) ?? before[last] ?? '\n')
    }
    copied = last
  })
  for (; copied < before.length; copied++) after.push(before[copied] ?? '\n')
  return after
}

/** The stored ending of each line break, kept through every edit, undo included. */
export const lineEndings = StateField.define<readonly LineEnding[]>({
  create: (state) => Array<LineEnding>(state.doc.lines - 1).fill('\n'),
  update(before, transaction) {
    const restores = transaction.effects.some((effect) => effect.is(restoreEndings))
    if (!transaction.docChanged && !restores) return before
    const doc = transaction.newDoc
    let after = before
    if (doc.lines !== transaction.startState.doc.lines || before.includes('\r')) {
      after = afterChanges(before, transaction)
    }
    for (const effect of transaction.effects) {
      if (effect.is(restoreEndings) && effect.value.length === doc.lines - 1) after = effect.value
    }
    return separable(after, (line) => doc.line(line + 1).length === 0)
  },
})

const restoreOnUndo = invertedEffects.of((transaction) => {
  const before = transaction.startState.field(lineEndings)
  return before === transaction.state.field(lineEndings) ? [] : [restoreEndings.of(before)]
})

/** The stored text as an editor document, and the extension that remembers its endings. */
export const openStored = (stored: string): { doc: Text; endings: Extension } => {
  const { lines, endings } = splitStored(stored)
  return { doc: Text.of([...lines]), endings: [lineEndings.init(() => endings), restoreOnUndo] }
}

/** The document as it is to be stored: every untouched line with its own ending. */
export const serialise = (state: EditorState): string =>
  joinStored({ lines: state.doc.toJSON(), endings: state.field(lineEndings) })

/** Maps between editor positions and UTF-16 offsets of `serialise(state)`. */
export const positionMap = (state: EditorState): PositionMap => {
  const endings = state.field(lineEndings)
  if (!endings.includes('\r\n')) return createPositionMap([])
  const lengths = function* () {
    for (const line of state.doc.iterLines()) yield line.length
  }
  return createPositionMap(crlfPositions(lengths(), endings))
}

/** Makes the document equal to `stored`, touching only what differs, so that caret and scroll stay. */
export const replaceStored = (state: EditorState, stored: string): TransactionSpec => {
  const { lines, endings } = splitStored(stored)
  const next = lines.join('\n')
  const now = state.doc.toString()
  const shorter = Math.min(now.length, next.length)
  let same = 0
  while (same < shorter && now[same] === next[same]) same++
  let tail = 0
  while (tail < shorter - same && now[now.length - 1 - tail] === next[next.length - 1 - tail]) tail++
  return {
    changes: { from: same, to: now.length - tail, insert: next.slice(same, next.length - tail) },
    effects: restoreEndings.of(endings),
  }
}
