import type { ModelMessage, SystemModelMessage } from 'ai'
import type { Mark } from '../cache/marks.ts'
import { inMessages, type Segment, segmentsOf } from '../cache/segments.ts'
import type { GenerationRequest } from '../providers/provider.ts'
import { turnMessages } from './toolMessages.ts'

type Marked = Pick<ModelMessage, 'providerOptions'>

/**
 * A request as the library takes it, in parts with the marks of its cache: the system message, and all behind it.
 * `optionsOf`: a mark in the words of the vendor; undefined where it takes none.
 */
export function markedPrompt(
  { prompt, cache }: GenerationRequest,
  optionsOf: (mark: Mark, segment: Segment) => Marked['providerOptions'],
): { readonly system: SystemModelMessage[]; readonly messages: ModelMessage[] } {
  const marksOf = new Map(
    segmentsOf(prompt).map((segment, index) => {
      const mark = cache?.marks.find(({ at }) => at === index)
      const providerOptions = mark && optionsOf(mark, segment)
      return [segment, providerOptions ? { providerOptions } : {}] as const
    }),
  )
  const segments = [...marksOf.keys()]
  const ofTurn = new Map([...marksOf].map(([{ turn }, marked]) => [turn, marked]))
  const texts = inMessages(segments).flatMap(({ role, segments: own }): ModelMessage[] => {
    const content = own.map((segment) => ({
      ...{ type: 'text' as const, text: segment.text },
      ...marksOf.get(segment),
    }))
    return role === 'system' ? [] : [{ role, content }]
  })
  return {
    system: segments.flatMap((segment) =>
      segment.role === 'system'
        ? [{ role: 'system' as const, content: segment.text, ...marksOf.get(segment) }]
        : [],
    ),
    messages: [...texts, ...turnMessages(prompt.turns, (at) => ofTurn.get(at) ?? {})],
  }
}
