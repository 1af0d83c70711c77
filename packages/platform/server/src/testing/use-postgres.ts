// jest.config.mjs loads this before server tests that run on PostgreSQL: test-database.ts reads it.
process.env.TEST_ENGINE = 'postgres';
