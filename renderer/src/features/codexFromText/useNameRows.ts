import { useMemo, useState } from 'react'
import { useCodex, useProjectId } from '../../app/AppContext.tsx'
import { useChannelQuery } from '../../ipc/queries.ts'
import { useCodexRows } from '../codex/useCodexRows.ts'
import type { MergeTarget } from './MergeChoice.tsx'
import { type Chip, chipKey, type NameRow, nameRowsOf } from './nameRows.ts'
import { useIgnoredNames } from './useIgnoredNames.ts'

/** The most of each kind that the screen asks for. */
const limit = 500

/** What can be done with a row. */
export interface RowActions {
  toggle(row: NameRow): void
  /** Takes an alias off the card; it is a row of its own then. */
  pull(chip: Chip): void
  ignore(row: NameRow): void
  /** Its names go onto another card: onto one that exists at once, onto another row when that is made. */
  merge(row: NameRow, target: MergeTarget): void
}

const namesOf = ({ text, chips }: NameRow) => [text, ...chips.map((chip) => chip.text)]
const changed = <T>(values: ReadonlySet<T>, value: T, isIn: boolean): ReadonlySet<T> => {
  const copy = new Set(values)
  if (isIn) copy.add(value)
  else copy.delete(value)
  return copy
}

/** The names of the text without a card, and what the author has decided about them so far. */
export const useNameRows = () => {
  const codex = useCodex()
  const { data, error } = useChannelQuery('codex:suggestions', { projectId: useProjectId(), limit })
  const entries = useCodexRows()
  const { keys: ignored, ignore, listAgain } = useIgnoredNames()
  const [pulled, setPulled] = useState<ReadonlySet<string>>(new Set())
  const [joined, setJoined] = useState<ReadonlyMap<string, string>>(new Map())
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const owned = useMemo(
    () =>
      new Set(
        entries
          ?.filter(({ fault }) => fault === undefined)
          .flatMap(({ name, aliases }) => [name, ...aliases]),
      ),
    [entries],
  )
  const rows = useMemo(
    () => (data === undefined ? null : nameRowsOf(data, { ignored, owned, pulled, joined })),
    [data, ignored, owned, pulled, joined],
  )
  // The same as long as it can be: what is drawn of a row stays while the list scrolls.
  const actions = useMemo(
    (): RowActions => ({
      toggle: ({ key }) => setSelected((before) => changed(before, key, !before.has(key))),
      pull(chip) {
        // A row that was put onto another card leaves it whole.
        if (joined.has(chip.text) && chip.origin === chip.text)
          setJoined((before) => new Map([...before].filter(([from]) => from !== chip.text)))
        else setPulled((before) => changed(before, chipKey(chip), true))
      },
      ignore: ({ key }) => ignore(key),
      merge(row, target) {
        if (target.isNew) setJoined((before) => new Map(before).set(row.text, target.label))
        else void codex.addAliases(target.id, namesOf(row))
      },
    }),
    [codex, ignore, joined],
  )
  return {
    /** Null until they have come. */
    rows,
    error,
    entries,
    selected,
    setSelected,
    actions,
    /** How many rows the author has ignored. */
    ignoredCount: ignored.size,
    listAgain,
  }
}
