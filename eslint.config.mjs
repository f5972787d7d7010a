import reactHooks from 'eslint-plugin-react-hooks'
import importSort from 'eslint-plugin-simple-import-sort'
import globals from 'globals'
import tseslint from 'typescript-eslint'
import docstrings from './deploy/local/eslint-docstrings.mjs'

const FILE_LINES = ['error', { max: 400, skipBlankLines: true, skipComments: true }]

export default tseslint.config(
  { ignores: ['**/dist/', '**/dist-console/', '**/node_modules/', 'proto/gen/', '.local/', 'coverage/'] },
  ...tseslint.configs.recommended,
  {
    plugins: { 'import-sort': importSort },
    rules: {
      'import-sort/imports': ['error', { groups: [['^node:', '^@?\\w', '^', '^\\.', '^\\u0000']] }],
      eqeqeq: 'error',
      'no-console': ['error', { allow: ['error'] }],
      'max-lines': FILE_LINES,
      'prefer-const': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    // Unawaited work is answered before it is done.
    files: ['{proto,services,deploy}/**/src/**/*.ts'],
    languageOptions: { parserOptions: { project: './tsconfig.sources.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    },
  },
  {
    files: [
      ...['deploy/**', '**/*.config.*', '**/test/support/*.mjs', '**/seed.ts', '**/migrate.ts'],
      ...['proto/check.mjs', '**/verify-*.ts', '**/rebuild-*.ts', '**/reencrypt-*.ts'],
    ],
    languageOptions: { globals: globals.node },
    rules: { 'no-console': 'off' },
  },
  {
    files: ['{proto,services,deploy}/**/*.{ts,mjs}', 'frontend/src/**/*.{ts,tsx}'],
    ignores: ['**/test/**'],
    plugins: { kla: docstrings },
    rules: { 'kla/docstrings': 'error' },
  },
  {
    files: ['**/test/**'],
    rules: { 'max-lines': 'off' },
  },
  {
    files: ['**/*.cjs'],
    languageOptions: { globals: globals.node },
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
  {
    files: ['frontend/src/**'],
    plugins: { 'react-hooks': reactHooks },
    languageOptions: { globals: globals.browser },
    rules: reactHooks.configs.recommended.rules,
  },
  {
    // Their imports order style sheets.
    files: ['frontend/src/app/begin.tsx', 'frontend/src/shared/ui/toaster.tsx'],
    rules: { 'import-sort/imports': 'off' },
  },
)
