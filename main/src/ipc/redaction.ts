import type { redaction as contract } from '../contract/redaction.ts'
import type { AllowStore, RedactionReview } from '../services/secrets/index.ts'
import type { Handlers } from './router.ts'

/** `redaction:*`: what was hidden, masked, and the texts an author has marked as no secret. */
export function redactionHandlers(options: {
  readonly review: RedactionReview
  readonly allowed: AllowStore
}): Handlers<typeof contract> {
  const { review, allowed } = options
  return {
    'redaction:matches': async ({ projectId, sourceRef }) => ({
      matches: await review.matches(projectId, sourceRef),
    }),
    'redaction:allow:list': async ({ projectId }) => ({ items: allowed.list(projectId) }),
    'redaction:allow:add': ({ projectId, sourceRef, index, start }) =>
      review.allow(projectId, sourceRef, index, start),
    'redaction:allow:remove': async ({ projectId, sha256 }) => ({
      removed: await allowed.remove(projectId, sha256),
    }),
  }
}
