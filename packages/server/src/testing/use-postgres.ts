// Loaded before each test file of the Jest project node-postgres: the harness then takes PostgreSQL (test-database.ts).
process.env.TEST_ENGINE = 'postgres';
