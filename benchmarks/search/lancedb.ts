/** Types for the used parts of `@lancedb/lancedb` and `apache-arrow`, which are not dependencies of this project. */

export interface LanceDb {
  connect(folder: string): Promise<{
    createEmptyTable(name: string, schema: object): Promise<LanceTable>
    close(): void
  }>
  readonly Index: {
    btree(): object
    labelList(): object
    fts(): object
    ivfRq(options: { distanceType: 'cosine' }): object
  }
  readonly rerankers: { readonly RRFReranker: { create(): Promise<LanceReranker> } }
}

export interface LanceReranker {
  rerankHybrid(...tables: readonly unknown[]): Promise<unknown>
}

export interface LanceTable {
  add(rows: readonly object[]): Promise<unknown>
  optimize(options: { cleanupOlderThan: Date }): Promise<unknown>
  createIndex(column: string, options: { config: object }): Promise<void>
  countRows(filter: string): Promise<number>
  query(): LanceQuery
  takeRowIds(ids: readonly bigint[]): LanceQuery
}

/** Every call but the last returns the query itself. */
export interface LanceQuery {
  where(filter: string): LanceQuery
  select(columns: readonly string[]): LanceQuery
  limit(rows: number): LanceQuery
  withRowId(): LanceQuery
  nearestTo(vector: Float32Array): LanceQuery
  distanceType(type: 'cosine'): LanceQuery
  refineFactor(factor: number): LanceQuery
  bypassVectorIndex(): LanceQuery
  fullTextSearch(words: string, options: { columns: readonly string[] }): LanceQuery
  rerank(reranker: LanceReranker): LanceQuery
  toArray(): Promise<readonly { readonly card: string }[]>
  toArrow(): Promise<{ getChild(name: string): { toArray(): ArrayLike<number | bigint> } | null }>
}

export interface Arrow {
  readonly Schema: new (fields: readonly object[]) => object
  readonly Field: new (name: string, type: object, nullable: boolean) => object
  readonly Utf8: new () => object
  readonly Float64: new () => object
  readonly Float32: new () => object
  readonly List: new (item: object) => object
  readonly FixedSizeList: new (length: number, item: object) => object
}
