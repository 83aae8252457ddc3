// What may be imported where, types included. What holds at run time through any number of hops, and what names a
// clock, is in scripts/arch/runtime.cjs. `npm run arch` checks both, and tests/arch plants a violation per rule.
const S = '^main/src/services/'
const pure = `${S}(context/core|tokens|redaction)/`
const front = '^(preload|renderer)/'
const top = '^main/src/(ipc/|hosts/|library/|app|index)'
const contract = '^main/src/contract/'
const values = `${contract}(bookLanguage|emptyEntry|errorCodes|frames|handshake|result|warnings|sentences/.*)[.]ts$`
const electron = { path: 'node_modules/electron/' }
const dev = { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] }
const entries = [
  '^main/src/index[.]ts$',
  '^main/src/hosts/(cli|web|electron)([.]ts|/(main|webHost|electronHost)[.]ts)$',
  // What the engine's package exports.
  '^main/src/library/(index|fileStores|encodings)[.]ts$',
  // Threads are started by the path of their file.
  '^(main|renderer)/src/.*Worker[.]ts$',
  '^preload/src/index[.]ts$',
  '^renderer/src/main[.]tsx$',
  '^main/src/contract/',
]
/** Programs that tests start as processes of their own. */
const testPrograms =
  '^tests/support/(startTestApp|plantedRpc|faultyProcess|electronModule|desktopProcess|recordedFiles|packedWeb|conversationWriter|chapterWriter|editWriter|bookWriter|killedRestore|killedBackup)[.]ts$'
const testFile = '^tests/.*[.](test|spec)[.]tsx?$'
const ban = (name, path, to) => ({ name, severity: 'error', from: { path }, to })
const notTypes = { dependencyTypesNot: ['type-only'] }

module.exports = {
  forbidden: [
    ban('no-circular', '.', { circular: true }),
    ban('nothing-unresolvable', '.', { couldNotResolve: true }),
    ban('declared-packages-only', '.', { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'undetermined'] }),
    ban('product-no-dev-package', '^(main|preload|renderer)/', { ...dev, pathNot: electron.path }),
    ban('product-not-tools', '^(main|preload|renderer)/', { path: '^(bench|scripts|tests)/' }),
    ban('tools-not-tests', '^(bench|scripts)/', { path: '^(tests|renderer|preload)/' }),
    ban('unreached', entries, {
      path: '^(main|preload|renderer)/src/',
      pathNot: ['[.]d[.]ts$', ...entries],
      reachable: false,
    }),
    ban('unused-support', testFile, {
      path: '^tests/',
      pathNot: ['[.](json|d[.]ts)$', testFile, testPrograms],
      reachable: false,
    }),
    {
      name: 'no-orphan',
      severity: 'error',
      from: { orphan: true, pathNot: '[.]d[.]ts$|^renderer/public/' },
      to: {},
    },

    ban('main-not-front', '^main/', { path: front }),
    ban('front-not-main', front, { path: '^main/', pathNot: contract }),
    ban('renderer-not-preload', '^renderer/', { path: '^preload/' }),
    ban('preload-not-renderer', '^preload/', { path: '^renderer/' }),
    ban('front-contract-types-only', front, { path: contract, pathNot: values, ...notTypes }),
    ban('front-no-node', front, { dependencyTypes: ['core'] }),
    ban('renderer-no-electron', '^renderer/', electron),
    ban('electron-in-its-host', '^main/src/(?!index[.]ts|hosts/electron([.]ts|/))', electron),

    ban('contract-is-the-ground', contract, { path: '.', pathNot: `${contract}|node_modules/zod/` }),
    ban('lib-is-the-bottom', '^main/src/lib/', {
      path: '^main/',
      pathNot: '^main/src/(lib/|contract/(errorCodes|result|warnings|sentences/.*)[.]ts$)',
    }),
    ban('db-uses-lib-only', '^main/src/db/', { path: '^main/', pathNot: '^main/src/(db|lib|contract)/' }),
    ban('db-contract-types-only', '^main/src/db/', { path: contract, ...notTypes }),
    ban('services-not-up', S, { path: top }),
    ban('services-by-door', `${S}([^/]+)/`, {
      path: S,
      pathNot: `${S}($1/|[^/]+/index[.]ts$|context/(core/|source[.]ts$))`,
    }),
    ban('core-by-its-neighbours', `${S}(?!context/|sources/)`, { path: `${S}context/(core/|source[.]ts$)` }),
    // What a source reads through is declared with it, and whoever provides it names that type.
    ban('sources-in-app-only', '^main/src/(?!app|library/|services/sources/)', {
      path: `${S}sources/`,
      ...notTypes,
    }),
    ban('others-by-door', top, { path: S, pathNot: `${S}[^/]+/index[.]ts$` }),
    // The package is the engine and what belongs to it; its public types need nothing.
    ban('library-without-the-app', '^main/src/library/', {
      path: '^main/|node_modules/(?!zod/)',
      pathNot: `^main/src/(library|lib)/|^main/src/contract/sentences/|${S}(context|sources|tokens|redaction)/index[.]ts$`,
    }),
    ban('library-types-are-its-own', '^main/src/library/(types|ports)[.]ts$', {
      path: '.',
      pathNot: '^main/src/library/(types|ports)[.]ts$',
    }),
    ban('others-without-the-library', '^(main/src/(?!library/)|bench|preload|renderer)', {
      path: '^main/src/library/',
    }),
    ban('handlers-no-storage', '^main/src/ipc/', {
      path: '^main/src/db/|^(node:)?(fs|child_process|net|http|https|worker_threads)(/|$)',
    }),
    ban('scripts-by-app-doors', '^scripts/', {
      path: '^main/',
      pathNot: '^main/src/(app[.]ts|hosts/|lib/|contract/|services/redaction/index[.]ts$)',
    }),

    ban('pure-no-node', `${pure}|${S}sources/`, { dependencyTypes: ['core'], ...notTypes }),
    ban('pure-stays-in', pure, { path: '^main/', pathNot: `${pure}|^main/src/(lib|contract)/|${S}context/` }),
    ban('pure-context-types-only', pure, { path: `${S}context/(?!core/)`, ...notTypes }),
    ban('pure-contract-types-only', pure, { path: contract, pathNot: values, ...notTypes }),
    ban('sources-stay-in', `${S}sources/`, {
      path: '^main/',
      pathNot: `${S}(sources|context|tokens|redaction)/|^main/src/(lib|contract)/`,
    }),
    ban('sources-context-types-only', `${S}sources/`, {
      path: `${S}context/(?!core/|source[.]ts$)`,
      ...notTypes,
    }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    preserveSymlinks: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json', '.d.ts'],
    },
  },
}
