import type { EndpointFamily as DeclaredFamily } from '#contract/ai.ts'
import type { DeepReadonly } from '#contract/shared.ts'
import { useChannelQuery } from '../../ipc/queries.ts'

/** Who may answer at an address, as main lists it. */
export type EndpointFamily = DeepReadonly<DeclaredFamily>
/** A service that the form fills in. */
export type Preset = NonNullable<EndpointFamily['preset']> & { readonly family: string }

/** Who may answer at an address; empty until main has answered. */
export const useFamilies = (): readonly EndpointFamily[] =>
  useChannelQuery('ai:families:list', {}).data?.families ?? []

/** The services that the form offers, each of one family. */
export const presetsOf = (families: readonly EndpointFamily[]): readonly Preset[] =>
  families.flatMap(({ id, preset }) => (preset ? [{ ...preset, family: id }] : []))
