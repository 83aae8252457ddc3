import type { ResolvedModel } from '../../ai/index.ts'
import type { Language } from '../../context/index.ts'
import { systemPrompt, type ToolDescription } from '../prompts.ts'
import { actionLabel, observationLabel, type ParsedStep, parseStep } from './parseStep.ts'

/** Follows the text of one step while it comes. */
interface StepReader {
  /** Reads the next piece; returns the part of it that belongs to the step, and whether the step is complete. */
  read(delta: string): { readonly text: string; readonly isOver: boolean }
  /** All that belongs to the step. */
  readonly text: () => string
  /** What the model went on with and should not have: results it made up, actions after the first. */
  readonly invented: () => boolean
}

/** Long enough to distinguish a label from other words at the start of a line. */
const labelUnits = 24

/**
 * A step ends with its first action. Models are not instructed to stop there (many refuse stop sequences): what comes
 * behind it, a made-up `Observation:` or a second `Action:`, is cut off at its start.
 */
export function createStepReader(): StepReader {
  let text = ''
  let isOver = false
  /** Up to here no line can be the start of something to cut off. */
  let scannedTo = 0

  function cutAt(): number | undefined {
    for (;;) {
      const lineEnd = text.indexOf('\n', scannedTo)
      const line = text.slice(scannedTo, lineEnd < 0 ? text.length : lineEnd)
      // A line that has not ended may still become a label.
      if (lineEnd < 0 && line.length < labelUnits && !/[:：]/.test(line)) return undefined
      if (scannedTo > 0 && goesOn(text.slice(0, scannedTo), line)) return scannedTo
      if (lineEnd < 0) return undefined
      scannedTo = lineEnd + 1
    }
  }

  return {
    read(delta) {
      if (isOver) return { text: '', isOver }
      const before = text.length
      text += delta
      const cut = cutAt()
      if (cut !== undefined) {
        text = text.slice(0, cut)
        isOver = true
      }
      return { text: text.slice(before), isOver }
    },
    text: () => text,
    invented: () => isOver,
  }
}

/** Whether a line behind `before` is none of the step any more. */
function goesOn(before: string, line: string): boolean {
  const isObservation = observationLabel.test(line)
  if (!isObservation && !actionLabel.test(line)) return false
  const step = parseStep(before)
  // In an argument or a block that is still open it is the author's text.
  if (step.kind === 'malformed') return isObservation && step.reason === 'noAction'
  return isObservation || step.kind === 'action' || !step.isProse
}

/** The form in which a model writes steps, and how its answer is read. */
export interface StepProtocol {
  systemPrompt(language: Language, tools: readonly ToolDescription[]): string
  /** Follows one answer while it comes. */
  createReader(): StepReader
  parse(text: string): ParsedStep
}

const reactText: StepProtocol = { systemPrompt, createReader: createStepReader, parse: parseStep }

/**
 * Steps are written as text, whatever the model can do. `supportsTools` lists the models that accept tools in their
 * own protocol, which would be another `StepProtocol`.
 */
export const protocolOf = (_model: Pick<ResolvedModel, 'supportsTools'>): StepProtocol => reactText
