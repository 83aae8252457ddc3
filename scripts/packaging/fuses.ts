import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'

/** What `electronFuses` of `electron-builder.yml` says: `runAsNode: false` and so on. */
export type WantedFuses = Readonly<Record<string, boolean>>

/** A sentence for each fuse of a packaged program that is not as it is wanted; none: all are. Throws: no program. */
export async function fusesUnlike(program: string, wanted: WantedFuses): Promise<string[]> {
  const wire = await getCurrentFuseWire(program)
  return Object.entries(wanted).flatMap(([name, isOn]) => {
    const option = FuseV1Options[(name.charAt(0).toUpperCase() + name.slice(1)) as keyof typeof FuseV1Options]
    if (option === undefined) return [`${name}: no such fuse`]
    const state = wire[option]
    const expected = isOn ? FuseState.ENABLE : FuseState.DISABLE
    return state === expected ? [] : [`${name}: ${isOn ? 'on' : 'off'} was wanted, ${nameOf(state)} it is`]
  })
}

const nameOf = (state: FuseState | undefined): string =>
  state === FuseState.ENABLE ? 'on' : state === FuseState.DISABLE ? 'off' : 'missing'
