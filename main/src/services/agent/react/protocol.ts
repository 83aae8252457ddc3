import type { ResolvedModel } from '../../ai/index.ts'
import type { Language } from '../../context/index.ts'
import { systemPrompt, type ToolDescription } from '../prompts.ts'
import { type ParsedStep, parseStep } from './parseStep.ts'
import { createStepReader, type StepReader } from './stepReader.ts'

/** How a model is asked for steps and how its answer is read. */
export interface StepProtocol {
  systemPrompt(language: Language, tools: readonly ToolDescription[]): string
  /** Follows one answer while it comes. */
  createReader(): StepReader
  parse(text: string): ParsedStep
}

const reactText: StepProtocol = { systemPrompt, createReader: createStepReader, parse: parseStep }

/**
 * Steps are asked for as text (004 E1) whatever the model can do. `supportsTools` says which models could be given
 * the tools by their own protocol, which would be another `StepProtocol`.
 */
export const protocolOf = (_model: Pick<ResolvedModel, 'supportsTools'>): StepProtocol => reactText
