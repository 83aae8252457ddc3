import { z } from 'zod'
import {
  type FileFault,
  faultParams,
  type Notice,
  type ParamKind,
  type Reason,
  reasonParams,
  warningParams,
} from './warnings.ts'

/** One sentence. */
const text = z.string().max(2000)
/** The most notices of one answer. */
const maxNotices = 10

function paramSchema(kind: ParamKind): z.ZodType {
  if (typeof kind !== 'string') return z.enum(kind)
  if (kind === 'fault') return fileFault
  return { text, texts: z.array(text).max(100), number: z.number(), flag: z.boolean() }[kind]
}

/**
 * One schema for all codes of a declaration: an unknown code, a missing or an extra parameter is refused.
 * `sharedFields`: fields next to code and parameters, whatever the code.
 */
export function codedSchema(
  declared: Readonly<Record<string, Readonly<Record<string, ParamKind>>>>,
  sharedFields: z.ZodRawShape = {},
) {
  const options = Object.entries(declared).map(([code, params]) =>
    z.strictObject({
      ...sharedFields,
      /** Which case it is. */
      code: z.literal(code),
      /** Exactly those that the code declares. */
      params: z.strictObject(
        Object.fromEntries(Object.entries(params).map(([name, kind]) => [name, paramSchema(kind)])),
      ),
    }),
  )
  const [first, ...rest] = options
  if (!first) throw new TypeError('a declaration has at least one code')
  return z.discriminatedUnion('code', [first, ...rest])
}

/** A place in a file. */
const place = z.strictObject({
  /** From 1. */
  line: z.int().min(1),
  /** From 1, in UTF-16 units. */
  column: z.int().min(1),
})
// The types are computed from the very declarations the schemas are built from, which zod cannot follow.
/** What is wrong with a file that people edit, with the place of the fault. */
export const fileFault = codedSchema(faultParams, {
  at: place.exactOptional(),
}) as unknown as z.ZodType<FileFault>
/** A warning that comes with an answer. */
export const notice = codedSchema(warningParams) as unknown as z.ZodType<Notice>
/** Why a piece of material is in the prompt. */
export const reason = codedSchema(reasonParams) as unknown as z.ZodType<Reason>

/** Warnings of an answer, as sentences and as codes that the page translates. */
export const noticeFields = {
  /** `CODE: 说明`, in Chinese; absent: none. */
  warnings: z.array(text).max(maxNotices).exactOptional(),
  /** The same as codes, in the same order; absent: none. */
  notices: z.array(notice).max(maxNotices).exactOptional(),
}
