import { AppError } from '../../../lib/appError.ts'
import { excessOfJson } from '../../../lib/bounds.ts'
import { decodeUtf8 } from '../../../lib/textFile.ts'
import { limits } from './limits.ts'
import type { Sentence } from './losses.ts'

export type Json = null | boolean | number | string | readonly Json[] | JsonRecord
export interface JsonRecord {
  readonly [key: string]: Json
}

/** Keys that reach behind an object when it is copied carelessly; no format of the field uses them. */
const forbidden = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Parses JSON from outside: bounded in bytes, depth and number of values before the parser runs, without dangerous
 * keys, with well-formed strings and finite numbers; `changed` lists what that altered, in sentences. @throws
 * AppError IMPORT_BROKEN (not UTF-8, not JSON, too deep), FILE_TOO_LARGE.
 */
export function parseJsonSafely(bytes: Uint8Array): {
  readonly value: Json
  readonly changed: readonly Sentence[]
} {
  if (bytes.length > limits.jsonBytes) throw new AppError('FILE_TOO_LARGE', { why: 'jsonText' })
  const text = decodeUtf8(bytes)?.text
  if (text === undefined) throw new AppError('IMPORT_BROKEN', { why: 'notUtf8' })
  const excess = excessOfJson(text, {
    maxDepth: limits.depth,
    maxValues: limits.jsonValues,
    maxMembers: limits.jsonMembers,
  })
  if (excess?.over === 'depth') throw new AppError('IMPORT_BROKEN', { why: 'depth' })
  if (excess) throw new AppError('FILE_TOO_LARGE', { why: 'jsonValues' })
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    throw new AppError('IMPORT_BROKEN', { why: 'json' }, { cause: error })
  }
  let droppedKeys = 0
  let halves = 0
  let numbers = 0

  function whole(text: string): string {
    if (text.isWellFormed()) return text
    halves += 1
    return text.toWellFormed()
  }

  function clean(value: unknown): Json {
    if (typeof value === 'string') return whole(value)
    if (typeof value === 'number') {
      if (Number.isFinite(value)) return value + 0
      numbers += 1
      return null
    }
    if (typeof value !== 'object' || value === null) return typeof value === 'boolean' ? value : null
    if (Array.isArray(value)) return value.map(clean)
    const entries: [string, Json][] = []
    for (const [key, item] of Object.entries(value)) {
      if (forbidden.has(key)) droppedKeys += 1
      else entries.push([whole(key), clean(item)])
    }
    return Object.fromEntries(entries)
  }

  const value = clean(parsed)
  const changed: readonly (readonly [number, Sentence])[] = [
    [
      droppedKeys,
      [
        `有 ${droppedKeys} 个可疑的字段名（__proto__ 之类）没有保留。`,
        `Suspicious names of fields (__proto__ and the like) were not kept: ${droppedKeys}.`,
      ],
    ],
    [
      halves,
      [
        `有 ${halves} 处文字里有坏掉的半个字符，换成了“\ufffd”。`,
        `Broken halves of characters were replaced by “\ufffd”: ${halves}.`,
      ],
    ],
    [
      numbers,
      [`有 ${numbers} 个数字超出范围，没有保留。`, `Numbers out of range were not kept: ${numbers}.`],
    ],
  ]
  return { value, changed: changed.filter(([count]) => count > 0).map(([, sentence]) => sentence) }
}

export function isRecord(value: Json | undefined): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

export const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

/** The strings of a list; a single string is a comma list, as some programs write it. */
export function stringsOf(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return value.split(/[,，]/)
  return isList(value) ? value.filter((item) => typeof item === 'string') : []
}

export function without(record: JsonRecord, ...keys: readonly string[]): JsonRecord {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)))
}

/** Null, empty and false have no content, nor does a record of nothing else. */
export function isNothing(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '' || value === false) return true
  if (isList(value)) return value.length === 0
  return isRecord(value) && Object.values(value).every(isNothing)
}
