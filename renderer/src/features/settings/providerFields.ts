import type { AppSettings } from '#contract/settings.ts'
import type { DraftPlace } from '../drafts/drafts.ts'
import type { EndpointFamily, Preset } from './families.ts'

export type Provider = AppSettings['providers'][number]

/** The fields of the form, as they are typed. */
export interface ProviderFields {
  readonly name: string
  readonly baseUrl: string
  /** One a line. */
  readonly models: string
  /** The id of a family; empty: told from the address. */
  readonly family: string
  /** Empty: as the model does by itself. */
  readonly thinking: 'on' | 'off' | ''
  /** Empty: by what is documented of the model. */
  readonly toolProtocol: 'react' | 'native' | ''
  /** Seconds; empty: as the app waits. */
  readonly firstAnswer: string
}

export const fieldsOf = (provider: Provider | null): ProviderFields => ({
  name: provider?.name ?? '',
  baseUrl: provider?.baseUrl ?? '',
  models: provider?.models.join('\n') ?? '',
  family: provider?.family ?? '',
  thinking: provider?.thinking ?? '',
  toolProtocol: toolProtocolOf(provider),
  firstAnswer: provider?.firstAnswerSeconds?.toString() ?? '',
})

function toolProtocolOf(provider: Provider | null): ProviderFields['toolProtocol'] {
  const { toolProtocol = 'auto' } = provider ?? {}
  return toolProtocol === 'auto' ? '' : toolProtocol
}

export const namesIn = (models: string): string[] => [
  ...new Set(
    models
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
]

/** As main takes them (`providers` in contract/settings). */
export const mostModels = 200
export const mostOfModelName = 120

/** Whether what stands under models is more than can be stored. */
export function hasTooMuch(models: string): boolean {
  const names = namesIn(models)
  return names.length > mostModels || names.some((name) => name.length > mostOfModelName)
}

export const isAddress = (baseUrl: string): boolean => /^https?:\/\/\S+$/.test(baseUrl.trim())

/** Whether an address that was typed is on another server than the one that the service's key was stored for. */
export const isElsewhere = (provider: Provider | null, baseUrl: string): boolean =>
  provider !== null &&
  URL.canParse(baseUrl.trim()) &&
  new URL(baseUrl.trim()).origin !== new URL(provider.baseUrl).origin

/** Whole seconds that the app may wait; undefined when it is not said, null when it is none. */
export function secondsIn(firstAnswer: string): number | undefined | null {
  const answer = firstAnswer.trim()
  if (answer === '') return undefined
  const seconds = /^\d{1,3}$/.test(answer) ? Number(answer) : 0
  return seconds >= 10 && seconds <= 290 ? seconds : null
}

/** Whether the choice of thinking reaches the service; where no family is chosen, only the address of a preset shows it. */
export function hasThinking(
  { family, baseUrl }: Pick<ProviderFields, 'family' | 'baseUrl'>,
  families: readonly EndpointFamily[],
): boolean {
  if (family !== '') return families.find(({ id }) => id === family)?.switchesThinking === true
  if (!URL.canParse(baseUrl.trim())) return true
  const { origin } = new URL(baseUrl.trim())
  const listed = families.find(({ preset }) => preset && new URL(preset.baseUrl).origin === origin)
  return listed?.isDetected === true && listed.switchesThinking
}

/** What the fields say as a service; null while something is missing or wrong. */
export function providerIn(
  fields: ProviderFields,
  id: string,
  families: readonly EndpointFamily[],
): Provider | null {
  const { name, baseUrl, family, thinking, toolProtocol } = fields
  const models = namesIn(fields.models)
  const seconds = secondsIn(fields.firstAnswer)
  if (name.trim() === '' || !isAddress(baseUrl) || models.length === 0 || seconds === null) return null
  if (hasTooMuch(fields.models)) return null
  return {
    ...{ id, name: name.trim(), baseUrl: baseUrl.trim(), models },
    ...(family === '' ? {} : { family }),
    ...(thinking === '' || !hasThinking(fields, families) ? {} : { thinking }),
    ...(toolProtocol === '' ? {} : { toolProtocol }),
    ...(seconds === undefined ? {} : { firstAnswerSeconds: seconds }),
  }
}

/** A name that the author chose stays; one that a preset put there goes. */
export function withPreset(
  fields: ProviderFields,
  preset: Preset,
  presets: readonly Preset[],
): ProviderFields {
  const isOwnName = fields.name.trim() !== '' && !presets.some(({ name }) => name === fields.name.trim())
  return {
    ...fields,
    name: isOwnName ? fields.name : preset.name,
    baseUrl: preset.baseUrl,
    family: preset.family,
    models: preset.models.join('\n'),
    firstAnswer: preset.isLocal ? '290' : '',
  }
}

/** The list with one name more, or less when it was there. */
export const toggled = (models: string, name: string): string => {
  const names = namesIn(models)
  return (names.includes(name) ? names.filter((each) => each !== name) : [...names, name]).join('\n')
}

/** An id for a new service: its name in plain letters, made unique by a number. */
export const providerId = (name: string, usedIds: readonly string[]): string => {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
  const base = plain === '' ? 'provider' : plain
  let id = base
  for (let number = 2; usedIds.includes(id) || id === 'fake'; number++) id = `${base}-${number}`
  return id
}

/** Where the unfinished words about a service lie; without an id, those about a new one. */
export const providerPlace = (id = ''): DraftPlace => ({ projectId: '', form: 'provider', row: id })
