import {
  CancelledError,
  QueryClient,
  type QueryKey,
  type QueryObserverOptions,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import type { ReadChannel, WriteChannel } from '#contract/effects.ts'
import type { ChannelInput, ChannelOutput } from '#contract/index.ts'
import type { Envelope, ErrorPayload } from '../../../main/src/contract/result.ts'
import { errorPayload } from '../../../main/src/contract/sentences/errorSentence.ts'
import { createInvalidation, type DeclaredChannel, type IsStale } from './invalidation.ts'
import type { Ipc } from './types.ts'

/**
 * Older answers are read again when another component shows them, for a folder whose watcher could not start; events
 * and writes refresh what is shown.
 */
const staleMs = 5000
/** A screen that is opened again shows at once what it showed; other books' answers go soon. */
const gcMs = 60_000

/** The page's cache of main's answers, for code outside React. */
export interface Queries {
  /** For `QueryClientProvider`. */
  readonly client: QueryClient
  /** The way to main by which a write also makes stale what it has changed. */
  readonly ipc: Ipc
  /** Reads from main, whatever is cached, and caches the answer. */
  fetchChannel<C extends ReadChannel>(channel: C, input: ChannelInput<C>): Promise<Envelope<ChannelOutput<C>>>
  /** The cached answer, however old. */
  getChannelData<C extends ReadChannel>(channel: C, input: ChannelInput<C>): ChannelOutput<C> | undefined
  setChannelData<C extends ReadChannel>(channel: C, input: ChannelInput<C>, data: ChannelOutput<C>): void
  /** Makes everything of a project stale; what is shown is read again. */
  invalidateProject(projectId: string): Promise<void>
  /** Makes everything stale. */
  invalidateAll(): Promise<void>
  dispose(): void
}

/** One write of a mutation. */
interface Write {
  readonly channel: WriteChannel
  readonly input: object
}

const projectOf = (input: unknown): unknown => Object(input).projectId

/**
 * Caches main's answers under channel and input. The project is part of every input about one, so an answer for
 * another book or an older question is stored under a key that no component uses. `channels` say what a change makes
 * stale; null: main did not answer, and every change makes everything stale.
 */
export const createQueries = (transport: Ipc, channels: readonly DeclaredChannel[] | null): Queries => {
  const invalidation = createInvalidation(channels)
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: {
        async queryFn({ queryKey, signal }) {
          const [channel, input] = queryKey as ReturnType<typeof keyOf> // Made by `keyOf` only.
          const answer = await transport.invoke(channel, input, { signal })
          if (!answer.ok) throw answer.error
          return answer.data
        },
        ...{ staleTime: staleMs, gcTime: gcMs },
        // Main is on this computer, and its errors are decisions: a retry brings the same one.
        ...{ retry: false, networkMode: 'always', refetchOnWindowFocus: false, refetchOnReconnect: false },
      },
      mutations: {
        async mutationFn(write: unknown) {
          const { channel, input } = write as Write // Made by `useChannelMutation` only.
          const answer = await transport.invoke(channel, input as never) // Its parameter is typed in `send`.
          await afterWrite(channel, input)
          if (!answer.ok) throw answer.error
          return answer.data
        },
        ...{ retry: false, networkMode: 'always', gcTime: 0 },
      },
    },
  })

  const invalidate = async (isStale: (key: QueryKey) => boolean) => {
    const predicate = ({ queryKey }: { readonly queryKey: QueryKey }) => isStale(queryKey)
    const first = client
      .getQueryCache()
      .findAll({ predicate, fetchStatus: 'fetching' })
      .filter(({ state }) => state.data === undefined)
    await client.invalidateQueries({ predicate })
    // A first answer that was on its way may have been read before the change.
    if (first.length > 0)
      await client.invalidateQueries({
        predicate: (query) => first.includes(query as (typeof first)[number]),
      })
  }
  // Components that show what changes without an event read it again.
  for (const channel of invalidation.unannounced) client.setQueryDefaults([channel], { staleTime: 0 })
  const invalidateReads = (isStale: IsStale, projectId: unknown) =>
    invalidate(([channel, input]) => {
      const own = projectOf(input)
      const isOther = projectId !== undefined && own !== undefined && own !== projectId
      return !isOther && isStale(String(channel))
    })
  /** Also after a refusal: it may mean that what is shown is old. */
  const afterWrite = async (channel: string, input: unknown) => {
    const isStale = invalidation.afterCall(channel)
    if (isStale) await invalidateReads(isStale, projectOf(input))
  }

  const stops = [
    transport.on(
      'changed',
      ({ projectId, paths }) => void invalidateReads(invalidation.afterFiles(paths), projectId),
    ),
    transport.on('run', ({ type }) => {
      // The receipt is written before the first word.
      if (type === 'context') void invalidateReads((read) => read === 'context:receipt:list', undefined)
      if (type === 'done' || type === 'error') void invalidateReads(invalidation.afterRun, undefined)
    }),
    transport.on('bookJob', ({ projectId, job }) => {
      const list = client.getQueryData<ChannelOutput<'jobs:list'>>(keyOf('jobs:list', { projectId }))
      const otherJobs = list?.jobs.filter(({ jobId }) => jobId !== job.jobId) ?? []
      if (list) client.setQueryData(keyOf('jobs:list', { projectId }), { jobs: [job, ...otherJobs] })
      // Each chapter is an event: what costs to read is read again at the end.
      const reads =
        job.state === 'running'
          ? ['spending:get']
          : ['jobs:read', 'jobs:preview', 'codex:drafts:list', 'codex:changes:list', 'spending:get']
      void invalidateReads((read) => reads.includes(read), projectId)
    }),
    transport.on('backup', ({ projectId }) => {
      void invalidateReads((read) => read === 'backup:status', projectId)
    }),
    transport.on('agent', ({ type, projectId }) => {
      if (type === 'done' || type === 'error') void invalidateReads(invalidation.afterTask, projectId)
    }),
    // Events of the time without a connection never arrive.
    transport.connection.subscribe(() => {
      if (transport.connection.get() === 'online') void invalidate(() => true)
    }),
  ]

  return {
    client,
    ipc: {
      ...transport,
      async invoke(channel, input, options) {
        const answer = await transport.invoke(channel, input, options)
        void afterWrite(channel, input)
        return answer
      },
    },
    async fetchChannel(channel, input) {
      try {
        const queryKey = keyOf(channel, input)
        // The default query function answers with the output of the key's channel.
        const data = (await client.fetchQuery({ queryKey, staleTime: 0 })) as ChannelOutput<typeof channel>
        return { ok: true, data }
      } catch (error) {
        // The component that shared the request is no longer shown.
        if (error instanceof CancelledError) return { ok: false, error: errorPayload('CANCELLED') }
        return { ok: false, error: error as ErrorPayload } // What the query function throws.
      }
    },
    getChannelData: (channel, input) => client.getQueryData(keyOf(channel, input)),
    setChannelData: (channel, input, data) => void client.setQueryData(keyOf(channel, input), data),
    invalidateAll: () => invalidate(() => true),
    invalidateProject: (projectId) => invalidate(([, input]) => projectOf(input) === projectId),
    dispose() {
      for (const stop of stops) stop()
      client.clear()
    },
  }
}

const keyOf = <C extends ReadChannel>(channel: C, input: ChannelInput<C>) => [channel, input] as const

export interface ChannelQueryOptions<C extends ReadChannel, T> {
  /** The part a component needs: it is drawn again only when that part changes. */
  readonly select?: ((data: ChannelOutput<C>) => T) | undefined
  /** False: shows what is cached and reads nothing. */
  readonly enabled?: boolean
  /** Whether the last answer may be shown until one for the new input comes; never one of another project. */
  readonly showPreviousIf?: (data: ChannelOutput<C>) => boolean
}

/** What a query of a channel is to TanStack Query; with null as input it reads nothing. Exported for tests without React. */
export const channelQuery = <C extends ReadChannel, T = ChannelOutput<C>>(
  channel: C,
  input: ChannelInput<C> | null,
  { select, enabled = true, showPreviousIf }: ChannelQueryOptions<C, T> = {},
): QueryObserverOptions<ChannelOutput<C>, ErrorPayload, T> => {
  const options = {
    queryKey: [channel, input],
    enabled: enabled && input !== null,
    ...(select && { select }),
    ...(showPreviousIf && {
      placeholderData: (data: ChannelOutput<C> | undefined, query?: { readonly queryKey: QueryKey }) => {
        const isOwn = input !== null && projectOf(query?.queryKey[1]) === projectOf(input)
        return isOwn && data !== undefined && showPreviousIf(data) ? data : undefined
      },
    }),
  }
  // The library's guard against functions as placeholders cannot be shown for a generic answer.
  return options as QueryObserverOptions<ChannelOutput<C>, ErrorPayload, T>
}

export interface ChannelQuery<T> {
  /** Undefined until it has come, and after a failure: what was shown before may be wrong now. */
  readonly data: T | undefined
  readonly error: ErrorPayload | null
}

/** Main's answer to a read, refreshed whenever an event or a write makes it stale. */
export const useChannelQuery = <C extends ReadChannel, T = ChannelOutput<C>>(
  channel: C,
  input: ChannelInput<C> | null,
  options?: ChannelQueryOptions<C, T>,
): ChannelQuery<T> => {
  const { data, error } = useQuery(channelQuery(channel, input, options))
  return { data: error === null ? data : undefined, error }
}

export interface ChannelMutation<C extends WriteChannel> {
  /** Main's answer, once what is shown is fresh; null when it was refused, for the reason in `error`. */
  send<K extends C>(channel: K, input: ChannelInput<K>): Promise<ChannelOutput<K> | null>
  /** Of the last write. */
  readonly error: ErrorPayload | null
  readonly isPending: boolean
  reset(): void
}

/** Writes through the named channels; they share `error` and `isPending`. */
export const useChannelMutation = <C extends WriteChannel>(
  ..._channels: readonly C[]
): ChannelMutation<C> => {
  const { mutateAsync, error, isPending, reset } = useMutation<unknown, ErrorPayload, Write>({})
  return {
    async send<K extends C>(channel: K, input: ChannelInput<K>) {
      try {
        return (await mutateAsync({ channel, input })) as ChannelOutput<K> // Main answers by the contract.
      } catch {
        // It is in `error`.
        return null
      }
    },
    error,
    isPending,
    reset,
  }
}
