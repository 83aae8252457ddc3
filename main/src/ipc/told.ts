import { sayNotice } from '../services/context/index.ts'

type Notices = Parameters<typeof sayNotice>[0][]

/** The first few things to be said beside an answer, as the contract's `told` has them. */
export function told(all: Readonly<Notices>): { readonly warnings?: string[]; readonly notices?: Notices } {
  const notices = all.slice(0, 10)
  return notices.length > 0 ? { warnings: notices.map(sayNotice), notices } : {}
}
