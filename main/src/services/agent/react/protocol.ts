import { agentWords, systemPrompt } from '../prompts.ts'
import { createScratchpad } from '../scratchpad.ts'
import type { StepProtocol, StepReader } from '../stepProtocol.ts'
import { actionLabel, observationLabel, parseStep } from './parseStep.ts'

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

/** Steps as text: one action in an answer, its result in the next message. */
export const reactText: StepProtocol = {
  form: 'react',
  systemPrompt,
  definitions: () => [],
  createReader: createStepReader,
  read({ text, invented }) {
    const step = parseStep(text)
    const isFollowed = step.kind === 'action' && step.isFollowed === true
    return { steps: [{ step, modelText: text }], invented: invented || isFollowed }
  },
  shape: (language) => agentWords[language].shape,
  createMemory({ count, language }) {
    const scratchpad = createScratchpad({ count, leftOut: agentWords[language].leftOut })
    return {
      add: ({ steps }) => steps.forEach(scratchpad.add),
      sent: () => ({ scratchpad: scratchpad.blocks(), turns: [] }),
      tokens: scratchpad.tokens,
      shrink: scratchpad.shrink,
    }
  },
}
