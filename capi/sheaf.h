/* Sheaf: an embedded storage engine with the DynamoDB data model, on RocksDB. This header is the whole interface and its manual.
 *
 * RULES FOR EVERYTHING BELOW
 *
 * Status     Calls answer a sheaf_status. Negative is an error; zero or positive is an answer (NOT_FOUND, ROW, DONE and PAGE
 *            are answers). Detail goes into the sheaf_error slot that the caller passes, which may be NULL.
 * Misuse     A NULL where none is allowed, an unknown flag, a reserved member that is not 0, a struct_size that is smaller than
 *            the struct's first version or larger with unknown members that are not 0, or a cursor that stands on no row where one is needed answers
 *            MISUSE and changes nothing. Functions that return no status give nothing (0, empty, NULL) for NULL.
 * Errors     A holder that a failing call would have filled (an item, an old_item, a buf) is left empty, but for old_item on CONDITION_FAILED; with MISUSE it is untouched.
 * Ownership  What a *_new, *_open or out-parameter hands out belongs to the caller and has one *_free or *_close, which takes
 *            NULL. A call that answers an error hands out NULL. Arguments are borrowed for the call only, never kept: what must
 *            last is copied.
 * Lifetime   A sheaf_bytes or sheaf_value that a call hands out is borrowed: it points into the object it came from and lives
 *            until that object is changed or freed, or as the declaration says.
 * Closing    Handles may be closed in any order. After sheaf_close every call on the database and its tables, snapshots, statements and cursors
 *            answers CLOSED, unless an argument is wrong in itself; items stay valid. The memory of a handle is freed by its own free or close call, never before.
 *            Close databases before the process runs its exit handlers: RocksDB's own static objects are gone after that.
 * Threads    [any]: any number of threads at once on one handle. [one]: one thread at a time on one handle.
 * Structs    Options structs begin with struct_size: set it to sizeof of the struct. They only grow at the end; a zeroed member
 *            asks for the default. NULL for an options struct means all defaults.
 * Text       Strings are UTF-8 without NUL where the parameter is a char pointer; sheaf_bytes may hold any byte. Paths are UTF-8.
 * Fork       A database must not be used in a forked child; the child's copy of the lock file is closed.
 *
 * DURABILITY
 *
 * SHEAF_SYNC_FULL (the default): an acknowledged write survives power loss. SHEAF_SYNC_NORMAL: it survives a killed process;
 * power loss may drop the newest writes, never one from the middle; one call may ask for FULL with SHEAF_WRITE_SYNC. A reader
 * may see a write a moment before it is durable, and a write that read such data becomes durable after it. In memory both mean
 * nothing. A failed append or sync answers OUTCOME_UNKNOWN: the write may or may not be there after the next open; writes then
 * answer OUTCOME_UNKNOWN until the database is reopened, reads go on. An error in the background that cannot be mended (a flush
 * that meets a bad disk) stops writes in the same way and loses nothing; after one for want of space writes answer FULL and go on
 * by themselves when there is room. A torn log tail after a crash loses only unacknowledged writes. Damage inside the log of a
 * database that was not closed cleanly cannot be told from a torn tail: opening then succeeds with the state before the damage.
 * Clean closing leaves no log behind.
 *
 * The ABI is not frozen before version 1.0; the list of symbols is capi/symbols.txt. */
#ifndef SHEAF_H
#define SHEAF_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(_MSC_VER)
#define SHEAF_API __declspec(dllimport)
#else
#define SHEAF_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- version [any] ------------------------------------------------------------------------------------------------------- */

/* What was compiled against: major << 16 | minor << 8 | patch. */
#define SHEAF_VERSION ((0u << 16) | (1u << 8) | 0u)

/* What was loaded, in the form of SHEAF_VERSION. */
SHEAF_API uint32_t sheaf_version(void);

/* For people: "0.1.0 (file format 1, RocksDB 7.8.3)". Static. */
SHEAF_API const char *sheaf_version_text(void);

/* ---- status [any] -------------------------------------------------------------------------------------------------------- */

/* The numbers are final: never changed, never reused. */
typedef int32_t sheaf_status;
enum {
  SHEAF_OK = 0,
  SHEAF_ROW = 1,       /* a cursor stands on a row */
  SHEAF_DONE = 2,      /* the end of the range */
  SHEAF_PAGE = 3,      /* a limit or a deadline stopped the cursor; a resume token continues, perhaps with no more rows */
  SHEAF_NOT_FOUND = 4, /* no such item or attribute */

  SHEAF_CONDITION_FAILED = -1, /* the condition of a write does not hold; nothing was written */
  SHEAF_CONFLICT = -2,         /* other writes did not end in time; nothing was written, but for batches */
  SHEAF_CANCELED = -3,         /* a transaction was refused because of one or more of its actions; nothing was written */
  SHEAF_TOKEN_MISMATCH = -4,   /* the idempotency token belongs to another transaction */

  SHEAF_INVALID = -10,        /* a value, key, range or definition breaks a rule */
  SHEAF_SYNTAX = -11,         /* a text (JSON, path, expression) is malformed; sheaf_error_offset says where */
  SHEAF_TYPE = -12,           /* a key attribute, or an operand of an expression, has the wrong type */
  SHEAF_LIMIT = -13,          /* a size, count or range limit is exceeded */
  SHEAF_EXISTS = -14,         /* the table or index exists already */
  SHEAF_NO_TABLE = -15,       /* no such table, or it was dropped */
  SHEAF_NO_INDEX = -16,       /* the table has no such index */
  SHEAF_NOT_READY = -17,      /* the table is being filled by a bulk load, or an index is being filled */
  SHEAF_UNSUPPORTED = -18,    /* legal, but not in this version */
  SHEAF_MISUSE = -19,         /* the call breaks this header's rules */
  SHEAF_CLOSED = -20,         /* the database is closed */
  SHEAF_READ_ONLY = -21,
  SHEAF_SCHEMA_CHANGED = -22, /* not answered so far: calls follow changes of a table's definition */

  SHEAF_IO = -30,              /* the file system failed */
  SHEAF_CORRUPT = -31,         /* stored bytes are damaged */
  SHEAF_FULL = -32,            /* no space */
  SHEAF_LOCKED = -33,          /* another process, or another handle of this one, has the folder open */
  SHEAF_NO_MEMORY = -34,
  SHEAF_OUTCOME_UNKNOWN = -35, /* see DURABILITY */
  SHEAF_TOO_NEW = -36,         /* written by a newer version; the message names what is not known */

  SHEAF_INTERRUPTED = -40,
  SHEAF_INTERNAL = -99         /* a bug in Sheaf */
};

/* "SHEAF_NO_TABLE". Static, never NULL; "SHEAF_UNKNOWN_STATUS" for a number that is no status. */
SHEAF_API const char *sheaf_status_name(sheaf_status status);

/* ---- error slot [one] ---------------------------------------------------------------------------------------------------- */

/* A slot that the caller owns and reuses. It is written only when a call answers a negative status. */
typedef struct sheaf_error sheaf_error;

/* A document that you build attribute by attribute or from JSON, or a holder that a read fills; see "items". Reuse it: its memory is kept. */
typedef struct sheaf_item sheaf_item;

/* NULL only when memory is exhausted. Free with sheaf_error_free. */
SHEAF_API sheaf_error *sheaf_error_new(void);
SHEAF_API void sheaf_error_free(sheaf_error *error); /* NULL does nothing */

/* The status last written; SHEAF_OK in a new slot and for NULL. */
SHEAF_API sheaf_status sheaf_error_status(const sheaf_error *error);

/* One line that names what was wrong. Never NULL; "" in a new slot and for NULL. Borrowed until the slot is written or freed. */
SHEAF_API const char *sheaf_error_message(const sheaf_error *error);

/* The byte offset of the mistake in the text that the call was given (JSON, definition, path, expression), or -1. */
SHEAF_API int64_t sheaf_error_offset(const sheaf_error *error);

/* After an error of a call on many items that some of them are to blame for: one reason for each of them, in their order; 0 after every
 * other error and for NULL. */
SHEAF_API uint32_t sheaf_error_reason_count(const sheaf_error *error);

/* The reason of action (or lookup) number `action`: OK for one that is not to blame. *message (when not NULL): one line, never NULL.
 * *old_item (when not NULL): the item as it is, when the action asked for it (SHEAF_ACTION_OLD_ON_FAILURE), its condition did not hold
 * and there is one; else NULL. Both are borrowed until the slot is written or freed. MISUSE when there is no such reason. */
SHEAF_API sheaf_status sheaf_error_reason(const sheaf_error *error, uint32_t action, const char **message,
                                          const sheaf_item **old_item);

/* 1 when the same call may succeed later without any change by the caller (LOCKED, FULL, CONFLICT, NOT_READY, INTERRUPTED, NO_MEMORY),
 * else 0. 0 also after a batch of which a part was done: repeat those actions only that its results name. */
SHEAF_API int32_t sheaf_error_is_retryable(const sheaf_error *error);

/* ---- bytes, values, keys [any] ------------------------------------------------------------------------------------------- */

/* The only struct that goes by value. data may be NULL when size is 0. */
typedef struct sheaf_bytes {
  const uint8_t *data;
  size_t size;
} sheaf_bytes;

/* The types of a value. The numbers are final. */
enum {
  SHEAF_NONE = 0,
  SHEAF_NULL = 1,          /* no data */
  SHEAF_BOOL = 2,          /* one byte, 0 or 1 */
  SHEAF_NUMBER = 3,        /* going in: decimal text such as "-12.5e3"; exact, 38 significant digits, 1E-130 to 9.99E125 */
  SHEAF_NUMBER_STORED = 4, /* coming out: opaque; read it with sheaf_number_text or sheaf_number_int64; may go in again */
  SHEAF_STRING = 5,        /* UTF-8; compared by bytes */
  SHEAF_BINARY = 6,
  SHEAF_LIST = 7,          /* lists, maps and sets are opaque: read them with sheaf_value_count and sheaf_value_at; */
  SHEAF_MAP = 8,           /* they may go in again, and are verified then */
  SHEAF_STRING_SET = 9,
  SHEAF_NUMBER_SET = 10,
  SHEAF_BINARY_SET = 11
};

/* A value: borrowed bytes and what they are. reserved is 0. */
typedef struct sheaf_value {
  uint32_t type;
  uint32_t reserved;
  sheaf_bytes data;
} sheaf_value;

/* Key values in the order of the key schema: partition key, then sort key if the table has one. reserved is 0. */
typedef struct sheaf_key {
  const sheaf_value *parts;
  uint32_t count;
  uint32_t reserved;
} sheaf_key;

/* Helpers to write values and keys in C. They borrow what they are given. Not part of the ABI. */
static inline sheaf_bytes sheaf_bytes_of(const char *text) {
  sheaf_bytes bytes = {(const uint8_t *)text, text ? strlen(text) : 0};
  return bytes;
}
static inline sheaf_value sheaf_string_of(const char *text) {
  sheaf_value value = {SHEAF_STRING, 0, {(const uint8_t *)text, text ? strlen(text) : 0}};
  return value;
}
static inline sheaf_key sheaf_key_of(const sheaf_value *parts, uint32_t count) {
  sheaf_key key = {parts, count, 0};
  return key;
}
static inline sheaf_value sheaf_number_of(const char *decimal_text) {
  sheaf_value value = {SHEAF_NUMBER, 0, {(const uint8_t *)decimal_text, decimal_text ? strlen(decimal_text) : 0}};
  return value;
}

/* Room for any number's canonical text and its NUL, in bytes. */
enum { SHEAF_NUMBER_TEXT_BYTES = 172 };

/* Writes the canonical text (plain decimal, no exponent), NUL-terminated, of a NUMBER or NUMBER_STORED.
 * INVALID for other types and damaged bytes. */
SHEAF_API sheaf_status sheaf_number_text(const sheaf_value *number, char out[SHEAF_NUMBER_TEXT_BYTES]);

/* LIMIT when the number is not whole or not in int64's range; INVALID for other types and damaged bytes. */
SHEAF_API sheaf_status sheaf_number_int64(const sheaf_value *number, int64_t *out);

/* The members of a list, map or set; 0 for every other type, for damaged bytes and for NULL. */
SHEAF_API uint32_t sheaf_value_count(const sheaf_value *container);

/* The member at index 0 to count-1: lists in their order, maps by their names' bytes, sets sorted. `name` (which may be NULL)
 * is a map member's name, else empty. Borrowed from the container's bytes. NOT_FOUND past the end. */
SHEAF_API sheaf_status sheaf_value_at(const sheaf_value *container, uint32_t index, sheaf_bytes *name, sheaf_value *out);

/* ---- buf: a reusable holder for text that a call hands back [one] -------------------------------------------------------- */

typedef struct sheaf_buf sheaf_buf;

/* NULL only when memory is exhausted. Free with sheaf_buf_free. */
SHEAF_API sheaf_buf *sheaf_buf_new(void);
SHEAF_API void sheaf_buf_free(sheaf_buf *buf); /* NULL does nothing */

/* The content, followed by a NUL that is not counted. Borrowed until the buf is filled again or freed. */
SHEAF_API sheaf_bytes sheaf_buf_bytes(const sheaf_buf *buf);

/* ---- items [one] --------------------------------------------------------------------------------------------------------- */

/* The dialects of JSON text.
 * DYNAMODB  {"PK":{"S":"a"},"n":{"N":"1.5"}}, exactly DynamoDB's form.
 * PLAIN     {"PK":"a","n":1.5}. Printed: numbers with all their digits, sets as arrays, binary as base64 text. Parsed: strings,
 *           numbers, booleans, null, arrays (lists) and objects (maps); sets and binary need the other dialect. */
enum { SHEAF_JSON_DYNAMODB = 1, SHEAF_JSON_PLAIN = 2 };

/* An item without attributes; NULL only when memory is exhausted. Free with sheaf_item_free. */
SHEAF_API sheaf_item *sheaf_item_new(void);
SHEAF_API void sheaf_item_free(sheaf_item *item); /* NULL does nothing */

/* Removes all attributes; the memory is kept. */
SHEAF_API void sheaf_item_clear(sheaf_item *item);

/* Sets one attribute; copies. A later set of the same name replaces the value. Names are valid UTF-8 of 1 to 65,535 bytes; a
 * dot is part of the name. Lists, maps and sets come from JSON or from another item. Errors: INVALID (empty name, text that is
 * no number or not UTF-8, damaged container), LIMIT (number range, name length, nesting over 32 levels). */
SHEAF_API sheaf_status sheaf_item_set(sheaf_item *item, sheaf_bytes name, const sheaf_value *value, sheaf_error *error);

/* One attribute. OK or NOT_FOUND. Borrowed until the item is changed, filled or freed. */
SHEAF_API sheaf_status sheaf_item_get(const sheaf_item *item, sheaf_bytes name, sheaf_value *out, sheaf_error *error);

/* A nested value by document path: names parted by dots, list positions from 0 in brackets, "Meta.tags[2]"; at most 32 elements.
 * OK, NOT_FOUND, SYNTAX (with the offset) or LIMIT. Borrowed as above. */
SHEAF_API sheaf_status sheaf_item_get_path(const sheaf_item *item, const char *path, sheaf_value *out, sheaf_error *error);

/* The number of attributes, and attribute 0 to count-1 in the order of the names' bytes. Borrowed as above. NOT_FOUND past the
 * end. */
SHEAF_API uint32_t sheaf_item_count(const sheaf_item *item);
SHEAF_API sheaf_status sheaf_item_at(const sheaf_item *item, uint32_t index, sheaf_bytes *name, sheaf_value *out); /* see above */

/* The item's size in bytes by DynamoDB's formula, which the limit of 409,600 is about; 0 for NULL. */
SHEAF_API uint64_t sheaf_item_size_bytes(const sheaf_item *item);

/* Replaces the item's content by the JSON text's. On an error the item is left empty. Errors: SYNTAX, INVALID, LIMIT, each with
 * the byte offset. A member that stands twice in an object is INVALID. At most 16 MiB of text. */
SHEAF_API sheaf_status sheaf_item_parse(sheaf_item *item, uint32_t json_dialect, sheaf_bytes json, sheaf_error *error);

/* Fills the buf with the item as JSON, attributes in the order of their names' bytes. CORRUPT when a stored value is damaged. */
SHEAF_API sheaf_status sheaf_item_print(const sheaf_item *item, uint32_t json_dialect, sheaf_buf *json, sheaf_error *error);

/* ---- database [any] ------------------------------------------------------------------------------------------------------ */

typedef struct sheaf_db sheaf_db;

/* Flags of sheaf_open. */
enum {
  SHEAF_OPEN_CREATE = 1,    /* make a database when the folder is missing or empty */
  SHEAF_OPEN_READ_ONLY = 2, /* nothing in the folder is changed but for the file LOCK, which is made when it is missing, and writes
                               answer READ_ONLY; any number of processes may read so at once, while nobody has it open for writing.
                               Not together with the other two */
  SHEAF_OPEN_MEMORY = 4,    /* nothing on disk; path must be NULL; gone with the handle */
  SHEAF_OPEN_DYNAMODB = 8   /* DynamoDB mode, see below. Of this handle, not of the folder */
};

/* DynamoDB mode refuses what the native calls can do beyond DynamoDB, so that a program that runs in it moves there. The mode changes
 *   sheaf_write_all    at most 100 actions and 4 MiB, which cannot be raised
 *   sheaf_write_each   at most 25 actions and 16 MiB (LIMIT), puts and deletes without conditions (UNSUPPORTED)
 *   sheaf_get_all      at most 100 keys and 16 MiB (LIMIT)
 *   cursors            every partition or one: SHEAF_BEGINS_WITH on the partition key is UNSUPPORTED
 *   scans              forwards only: SHEAF_REVERSE over every partition is UNSUPPORTED
 *   FULL_ITEM          on a global index that does not project ALL is UNSUPPORTED
 *   statements         page_bytes over 1 MiB, and row_limit over 2,147,483,647, is LIMIT */

/* See DURABILITY. */
enum { SHEAF_SYNC_FULL = 0, SHEAF_SYNC_NORMAL = 1 };

/* How files are compressed that are written from now on; all are read whatever the profile. FAST: LZ4. SMALL: LZ4 for what is new,
 * ZSTD with a dictionary for what has settled: a quarter less on disk, gets that miss the cache take up to twice as long, scans four
 * times. */
enum { SHEAF_COMPRESSION_FAST = 0, SHEAF_COMPRESSION_SMALL = 1 };

typedef struct sheaf_open_options {
  uint32_t struct_size;
  uint32_t flags;        /* SHEAF_OPEN_... */
  uint32_t sync;         /* SHEAF_SYNC_... */
  uint32_t compression;  /* SHEAF_COMPRESSION_... */
  uint64_t memory_bytes; /* one budget for cache and write buffers; 0 = 64 MiB; at least 8 MiB */
  uint64_t max_transaction_actions; /* of sheaf_write_all; 0 = 100, the most in DynamoDB mode; at most 100,000 */
  uint64_t max_transaction_bytes;   /* of what its actions carry: items, keys and values, not the stored items that it reads (up to
                                       400 KiB an action); 0 = 4 MiB, the most in DynamoDB mode; at most 1 GiB */
} sheaf_open_options;

/* Opens a folder. Defaults (options NULL): an existing database, FULL, 64 MiB. Nothing is created or touched when the folder holds
 * something else. Errors: IO (missing without CREATE, no permission), INVALID (a file, or another program's folder), LOCKED, CORRUPT,
 * TOO_NEW, UNSUPPORTED (a file format of before version 0.1), FULL, NO_MEMORY. On success *out is a handle; end it with sheaf_db_free. */
SHEAF_API sheaf_status sheaf_open(const char *path, const sheaf_open_options *options, sheaf_db **out, sheaf_error *error);

/* Calls that are in flight and wait or walk for long end soon with INTERRUPTED: writes that wait for other writes of their item
 * (nothing was written then) and walks over long runs of deleted rows, or of rows that a filter refuses or that are only counted (the
 * cursor or statement can go on). A write that has begun to commit, its wait for a sync, a drop and RocksDB's own stalls go on to
 * their end; sheaf_load_finish ends, sheaf_load_open and sheaf_load_put do not. Later calls are not touched: to end a loop over rows,
 * stop stepping. NULL does nothing. */
SHEAF_API void sheaf_interrupt(sheaf_db *db);

/* Waits for calls in flight, then closes the folder and frees its lock. Any number of times. The handle and its children answer
 * CLOSED from then on. Open cursors do not hinder it, but the rows they stood on are gone. */
SHEAF_API void sheaf_close(sheaf_db *db);

/* sheaf_close, and ends the handle. Tables, cursors and statements opened from it stay safe to use (CLOSED) and to free. [one] */
SHEAF_API void sheaf_db_free(sheaf_db *db);

/* ---- tables [any] -------------------------------------------------------------------------------------------------------- */

/* A handle on one table. It stays bound to the table it was opened on: after a drop it answers NO_TABLE, even when the name was
 * made anew. */
typedef struct sheaf_table sheaf_table;

/* Creates a table. The definition is JSON in the shape of DynamoDB's CreateTable:
 *   TableName                3 to 255 characters of a-z A-Z 0-9 _ - .
 *   KeySchema                [{"AttributeName":"PK","KeyType":"HASH"},{"AttributeName":"SK","KeyType":"RANGE"}]; RANGE optional
 *   AttributeDefinitions     [{"AttributeName":"PK","AttributeType":"S"}, ...]: S, N or B for each key attribute, no others
 *   GlobalSecondaryIndexes   up to 20 of {"IndexName","KeySchema","Projection":{"ProjectionType":"ALL"|"KEYS_ONLY"|"INCLUDE",
 *                            "NonKeyAttributes":[...]}}. The KeySchema has 1 to 4 HASH elements and behind them 0 to 4 RANGE
 *                            elements, none twice; a query gives all HASH parts, and RANGE parts from the left
 *   LocalSecondaryIndexes    up to 5 of the same, for a table with a RANGE element; the KeySchema is the table's HASH element and
 *                            one RANGE element
 * An IndexName keeps the rule of TableName and is unique in its table. An item is in an index when it has all the key attributes
 * of the index; one that is there with another type, or empty, refuses the write. A table takes 1 column family of the folder's 200
 * and each index 1.
 * Members that only a hosted service needs (BillingMode, ProvisionedThroughput, Tags and the like) are accepted and kept.
 * Durable on return, whatever the sync mode. Errors: SYNTAX, INVALID and LIMIT (the message names the member), UNSUPPORTED,
 * EXISTS, READ_ONLY, IO, FULL, OUTCOME_UNKNOWN, CLOSED. */
SHEAF_API sheaf_status sheaf_table_create(sheaf_db *db, sheaf_bytes definition_json, sheaf_error *error);

/* Drops a table with its items and indexes. Open cursors, statements and handles on it answer NO_TABLE; its files go when the
 * last of those is freed. Errors: NO_TABLE, NOT_READY (it is being loaded, or an index of it filled), INVALID (its
 * DeletionProtectionEnabled is true), READ_ONLY, IO, OUTCOME_UNKNOWN, CLOSED. */
SHEAF_API sheaf_status sheaf_table_drop(sheaf_db *db, const char *name, sheaf_error *error);

/* Opens a handle; close it with sheaf_table_close. Errors: NO_TABLE, CORRUPT (its catalog record), TOO_NEW, NOT_READY
 * (a load was cut off and its rest is still there: the folder is open for reading only, or it could not be cleared away). */
SHEAF_API sheaf_status sheaf_table_open(sheaf_db *db, const char *name, sheaf_table **out, sheaf_error *error);
SHEAF_API void sheaf_table_close(sheaf_table *table); /* NULL does nothing; cursors and statements opened from it live on [one] */

/* Fills the buf with the table's description as JSON, in the shape of DescribeTable's "Table". */
SHEAF_API sheaf_status sheaf_table_describe(sheaf_table *table, sheaf_buf *json, sheaf_error *error);

/* Fills the buf with a JSON array of up to max_names names in byte order (0 = 1,000, the most), those after after_name, which
 * need not exist (NULL = from the first). Tables whose record is damaged are listed too. */
SHEAF_API sheaf_status sheaf_table_list(sheaf_db *db, const char *after_name, uint32_t max_names, sheaf_buf *json,
                                        sheaf_error *error);

/* ---- indexes of a table that is there [any] ------------------------------------------------------------------------------- */

/* Adds a global index and fills it from the table's items. The definition is one member of GlobalSecondaryIndexes, as for
 * sheaf_table_create, with an AttributeDefinitions member beside IndexName, KeySchema and Projection that has the index's key
 * attributes; what it has beyond them is ignored. Items that lack a key attribute of the index are not in it, and neither are items
 * that have one with another type, empty, or too long: they stay in the table, and updates that do not change that attribute go on.
 * The call takes as long as the filling. Meanwhile everything but the index (NOT_READY) can be read, and writes to this table wait for
 * it, within their timeouts (CONFLICT); other tables are not held up. An interrupt (INTERRUPTED) or a close (CLOSED) ends it; then, as
 * after every other error, the index is not there. After FULL or IO the next opening may fill it all the same, when that it was given up
 * could not be recorded either, neither by a later change of the table's indexes nor at the close. After a crash the next opening fills it
 * to the end, which takes as long again; open for reading only it stays NOT_READY.
 * Handles, statements and cursors go on with the new definition when they are next used; a walk that is under way stays on the old one.
 * Read at a snapshot that is older than it, the index answers NOT_READY.
 * Durable on return, whatever the sync mode. Errors: SYNTAX, INVALID and LIMIT (the message names the member), EXISTS, NO_TABLE,
 * NOT_READY (another index of the table is being added, or it is being loaded), CORRUPT (an item is damaged), READ_ONLY, IO, FULL,
 * INTERRUPTED, OUTCOME_UNKNOWN (the index may be there after the next opening), CLOSED. */
SHEAF_API sheaf_status sheaf_index_add(sheaf_db *db, const char *table, sheaf_bytes definition_json, sheaf_error *error);

/* Drops a global index; a local one comes and goes with its table (INVALID). Walks that are under way on it go on; statements and
 * cursors on it answer NO_INDEX when they begin anew. Its files go when the last of those is freed. Durable on return. Errors: NO_INDEX,
 * NO_TABLE, INVALID, NOT_READY (an index of the table is being added, or it is being loaded), READ_ONLY, IO, OUTCOME_UNKNOWN, CLOSED. */
SHEAF_API sheaf_status sheaf_index_drop(sheaf_db *db, const char *table, const char *index, sheaf_error *error);

/* ---- snapshots [any] ----------------------------------------------------------------------------------------------------- */

/* One state of the whole database: all its tables and indexes as they were at one moment, in agreement with each other. What it
 * holds takes space until it goes: free it, its tables and their cursors when they are done. */
typedef struct sheaf_snapshot sheaf_snapshot;

/* The state of this moment. Free with sheaf_snapshot_free. Errors: CLOSED. */
SHEAF_API sheaf_status sheaf_snapshot_open(sheaf_db *db, sheaf_snapshot **out, sheaf_error *error);

/* A second handle on the table, bound to the snapshot: gets and cursors on it see that state, writes answer READ_ONLY. A table that
 * was made after the snapshot is empty in it; one that is dropped is gone (NO_TABLE). `table` may be bound to any snapshot itself.
 * Close it with sheaf_table_close; it keeps the state, even when the snapshot is freed first. Errors: NO_TABLE, CLOSED, MISUSE
 * (a table of another handle of the database). */
SHEAF_API sheaf_status sheaf_snapshot_table(sheaf_snapshot *snapshot, sheaf_table *table, sheaf_table **bound, sheaf_error *error);

SHEAF_API void sheaf_snapshot_free(sheaf_snapshot *snapshot); /* NULL does nothing; bound tables live on [one] */

/* ---- single items [any]; one sheaf_item or sheaf_stmt is used by one thread at a time --------------------------------------- */

/* A prepared statement: see below. */
typedef struct sheaf_stmt sheaf_stmt;

/* Flags of a write. */
enum {
  SHEAF_WRITE_SYNC = 1,        /* FULL for this write, whatever the database's mode */
  SHEAF_WRITE_UPDATED_ONLY = 2 /* of an update: old_item and new_item hold only what it is about (see sheaf_update) */
};

typedef struct sheaf_write_options {
  uint32_t struct_size;
  uint32_t flags;       /* SHEAF_WRITE_... */
  sheaf_item *old_item; /* when not NULL: filled with the item as it was before; without attributes when there was none. Filled on
                           CONDITION_FAILED too, then with the whole item whatever the flags */
  uint64_t timeout_ms;  /* how long it may wait for other writes before it answers CONFLICT: those of the item, those of the few that
                           share its lock by chance, and the drop of a table; 0 = no limit */
  sheaf_item *new_item; /* of an update, when not NULL: filled with the item as it is after it; without attributes when there is none */
} sheaf_write_options;

/* Reads one item by its full primary key into `out`. OK or NOT_FOUND (`out` is then empty). Errors: INVALID and TYPE (the key
 * does not match the table), LIMIT, CORRUPT, IO, NO_TABLE, CLOSED. */
SHEAF_API sheaf_status sheaf_get(sheaf_table *table, const sheaf_key *key, sheaf_item *out, sheaf_error *error);

/* Writes the item, replacing the one with its key; indexes change in the same commit. `condition` is NULL or a statement of the kind
 * CONDITION on this table: when it does not hold for the item as it was (one that does not exist has no attributes) the answer is
 * CONDITION_FAILED and nothing is written. No other write of the item comes between the check and the write. Errors: INVALID, TYPE and
 * LIMIT (key or index key attributes, size over 409,600 bytes, in which rows of local indexes count; the condition's values), CONFLICT
 * (the timeout), INTERRUPTED, READ_ONLY, NOT_READY (the table is being loaded), FULL, OUTCOME_UNKNOWN, IO, NO_TABLE, CLOSED, MISUSE (a
 * statement of another kind or table, an item that is used twice), and CORRUPT when the old image is needed and damaged; nothing is
 * written then, but for OUTCOME_UNKNOWN. */
SHEAF_API sheaf_status sheaf_put(sheaf_table *table, const sheaf_item *item, sheaf_stmt *condition,
                                 const sheaf_write_options *options, sheaf_error *error);

/* Changes the item with that key, or makes one, as a statement of the kind UPDATE on this table says; its condition, if it has one, is
 * looked at first, as in sheaf_put. `update` NULL makes an item with only its key, or leaves the one that is there. An update of
 * REMOVE and DELETE actions alone makes no item. Values on the right of a SET are those of before the update. With
 * SHEAF_WRITE_UPDATED_ONLY the images hold the attributes, or the parts of them, that the actions name, as far as they are there: a
 * value that is set to what it was counts, key attributes do not, and members of a list close up. Errors as for sheaf_put, and INVALID
 * and TYPE when the item has not what the update needs (a missing attribute on the right, no map or list for a nested target, an
 * operand of another type). */
SHEAF_API sheaf_status sheaf_update(sheaf_table *table, const sheaf_key *key, sheaf_stmt *update,
                                    const sheaf_write_options *options, sheaf_error *error);

/* Deletes the item with that key; OK as well when there is none. `condition` and errors as for sheaf_put, but a full disk does not
 * hinder it. */
SHEAF_API sheaf_status sheaf_delete(sheaf_table *table, const sheaf_key *key, sheaf_stmt *condition,
                                    const sheaf_write_options *options, sheaf_error *error);

/* ---- cursors [one]: ordered movement over a table or an index ------------------------------------------------------------ */

typedef struct sheaf_cursor sheaf_cursor;

/* Operators. */
enum {
  SHEAF_ALL = 0,
  SHEAF_EQ = 1,
  SHEAF_LT = 2,
  SHEAF_LE = 3,
  SHEAF_GT = 4,
  SHEAF_GE = 5,
  SHEAF_BETWEEN = 6,    /* two operands, both ends included */
  SHEAF_BEGINS_WITH = 7 /* strings and binary */
};

/* Flags of a range. */
enum {
  SHEAF_REVERSE = 1,   /* from the highest key down */
  SHEAF_KEYS_ONLY = 2, /* items hold only the key attributes (the index's and the table's); item bytes are not looked at */
  SHEAF_FULL_ITEM = 4  /* on an index: each row is the table's whole item, read in the same snapshot, not the projection; on the
                          table itself it changes nothing; not together with KEYS_ONLY */
};

/* What to walk.
 *   index, partition.count = 0                        everything, partition by partition in key order
 *   partition, partition_op = EQ                      one item collection (ALL means EQ when parts are given)
 *   partition, partition_op = BEGINS_WITH             every partition whose key (one S or B part) begins so; no sort condition
 *   sort.count = 0, sort_op = ALL                     the whole collection
 *   sort, sort_op                                     sort_op is for the last part given (parts before it, when a key has
 *                                                     several, are compared with =); BETWEEN takes its two operands at the end
 * Values of the wrong type are TYPE; a shape that does not fit the key schema, an empty key value and a BETWEEN whose first operand
 * is the higher are INVALID. A token fits the range and direction it was made with; limits, timeout and the two content flags may
 * differ. */
typedef struct sheaf_range {
  uint32_t struct_size;
  uint32_t flags;        /* SHEAF_REVERSE | SHEAF_KEYS_ONLY | SHEAF_FULL_ITEM */
  const char *index;     /* NULL = the table itself */
  sheaf_key partition;
  uint32_t partition_op; /* SHEAF_ALL, SHEAF_EQ or SHEAF_BEGINS_WITH */
  uint32_t sort_op;
  sheaf_key sort;
  uint64_t row_limit;    /* rows before the cursor answers PAGE; 0 = none */
  uint64_t timeout_ms;   /* from open or reset, then PAGE; looked at between rows and in long runs of deleted ones; the token has
                            always got on, by one row or a part of such a run; 0 = none */
  sheaf_bytes token;     /* where to go on; empty = from the start */
} sheaf_range;

/* Opens a cursor on one snapshot (that of a bound table, else the state of this moment), which it keeps until it is reset or freed:
 * later writes are not seen. options: range NULL walks the whole table forwards. Free with sheaf_cursor_free. Errors: INVALID, TYPE,
 * LIMIT, NO_INDEX, NO_TABLE, CLOSED. */
SHEAF_API sheaf_status sheaf_cursor_open(sheaf_table *table, const sheaf_range *range, sheaf_cursor **out, sheaf_error *error);

/* Moves to the next row: ROW, DONE, PAGE, or an error (IO, CORRUPT, NO_TABLE, CLOSED, INTERRUPTED). After DONE, PAGE or an error it
 * answers the same again, until the table is dropped or the database closed; after INTERRUPTED it goes on. */
SHEAF_API sheaf_status sheaf_cursor_next(sheaf_cursor *cursor, sheaf_error *error);

/* The row's item, or NULL when the cursor stands on none. Borrowed, read-only, until next, reset, free or sheaf_close: its bytes
 * may lie in the database's own memory, so a thread that is looking at a row must not be overtaken by a close in another. */
SHEAF_API const sheaf_item *sheaf_cursor_item(const sheaf_cursor *cursor);

/* The row's keys; either pointer may be NULL. index_key holds the index's own parts (count 0 on the table itself), base_key the
 * table's. Numbers are NUMBER_STORED. Borrowed until next, reset or free. MISUSE when the cursor stands on no row. */
SHEAF_API sheaf_status sheaf_cursor_key(sheaf_cursor *cursor, sheaf_key *index_key, sheaf_key *base_key, sheaf_error *error);

/* Fills the buf with a resume token (printable text) that continues after the last row that was returned, or further on when the
 * cursor has passed deleted rows since, in this or another process, on this database, table, index, range and direction; elsewhere
 * it is refused (INVALID). Empty when the cursor has passed nothing and was not resumed: from the start. */
SHEAF_API sheaf_status sheaf_cursor_token(const sheaf_cursor *cursor, sheaf_buf *token, sheaf_error *error);

/* As freeing and opening anew on the same table: on the state of this moment, or the same snapshot for a bound table. MISUSE leaves
 * the cursor as it was; after any other error it stands nowhere and answers MISUSE (CLOSED, NO_TABLE when that was the error) until a
 * reset succeeds. The range may borrow from the row that the cursor stands on. */
SHEAF_API sheaf_status sheaf_cursor_reset(sheaf_cursor *cursor, const sheaf_range *range, sheaf_error *error);
SHEAF_API void sheaf_cursor_free(sheaf_cursor *cursor); /* NULL does nothing */

/* ---- prepared statements [one]: queries, scans, updates and conditions in DynamoDB's expression language -------------------- */

/* Prepare once, bind values, step or write, reset, and so on. docs/expressions.md is the language's manual. A statement belongs to the
 * table handle it was prepared on, may outlive it, and reads the snapshot that this handle was bound to. */

/* Kinds. QUERY and SCAN are stepped; UPDATE goes to sheaf_update, CONDITION to sheaf_put and sheaf_delete, both to
 * the actions of "many at once". */
enum { SHEAF_STMT_QUERY = 1, SHEAF_STMT_SCAN = 2, SHEAF_STMT_UPDATE = 3, SHEAF_STMT_CONDITION = 4 };

/* Flags of a query or scan: SHEAF_REVERSE, SHEAF_KEYS_ONLY and SHEAF_FULL_ITEM as for a range (a filter on other attributes than keys
 * is looked at all the same with KEYS_ONLY: item bytes are read for it, and rows hold the keys), and */
enum { SHEAF_COUNT = 8 /* no rows: the first step answers PAGE or DONE, and the counts say how many there were */ };

/* "#s" stands for the attribute or map member "Status". The attribute may hold any bytes that are UTF-8. */
typedef struct sheaf_name {
  const char *placeholder;
  sheaf_bytes attribute;
} sheaf_name;

/* Why a query or scan stopped. */
enum {
  SHEAF_STOP_NONE = 0,  /* it has not */
  SHEAF_STOP_END = 1,   /* DONE: the range has no more rows */
  SHEAF_STOP_ROWS = 2,  /* PAGE: row_limit */
  SHEAF_STOP_BYTES = 3, /* PAGE: page_bytes */
  SHEAF_STOP_TIME = 4   /* PAGE: timeout_ms */
};

typedef struct sheaf_stmt_text {
  uint32_t struct_size;
  uint32_t kind;           /* SHEAF_STMT_... */
  uint32_t flags;          /* SHEAF_REVERSE | SHEAF_KEYS_ONLY | SHEAF_FULL_ITEM | SHEAF_COUNT; 0 for UPDATE and CONDITION */
  uint32_t reserved;       /* 0 */
  const char *index;       /* QUERY, SCAN: NULL = the table itself */
  const char *key;         /* QUERY: the key condition, which it must have */
  const char *filter;      /* QUERY, SCAN, or NULL. On a global index it sees what the index holds, or the item with FULL_ITEM; on a
                              local index the table's item is fetched where the filter or the projection needs it */
  const char *projection;  /* QUERY, SCAN, or NULL: what items hold; not together with KEYS_ONLY or COUNT */
  const char *update;      /* UPDATE, or NULL: the update expression */
  const char *condition;   /* CONDITION, which must have it; UPDATE, or NULL */
  const sheaf_name *names; /* what "#name" stands for; each must be used */
  size_t name_count;
  uint64_t row_limit;      /* QUERY, SCAN: rows that are read, before the filter, until PAGE; 0 = none */
  uint64_t page_bytes;     /* QUERY, SCAN: bytes of items that are read, before filter and projection, by DynamoDB's formula, until PAGE:
                              the row that reaches it is the page's last; 0 = DynamoDB's 1,048,576; UINT64_MAX = no limit.
                              On an index rows of the index count, or items where those are fetched; with KEYS_ONLY the keys alone
                              where nothing else is read */
  uint64_t timeout_ms;     /* QUERY, SCAN: from the first step, then PAGE, as for a range; 0 = none */
  uint32_t segment;        /* SCAN: 0 to total_segments - 1 */
  uint32_t total_segments; /* SCAN: 0 or 1 is the whole; up to 1,000,000. The segments of one table or index and one total are disjoint
                              and together complete, whatever is written meanwhile; a collection is never divided; some may be empty. Of a database that is open for
                              reading only, segment 0 is everything */
} sheaf_stmt_text;

/* Checks everything that needs no values. Errors: SYNTAX, INVALID, LIMIT and TYPE, with the byte offset (sheaf_error_offset) in the
 * expression when the mistake is in its text, as nearly all are; NO_INDEX, NO_TABLE, CLOSED, MISUSE. Free with sheaf_stmt_free. */
SHEAF_API sheaf_status sheaf_stmt_prepare(sheaf_table *table, const sheaf_stmt_text *text, sheaf_stmt **out, sheaf_error *error);

/* The number of a value's placeholder (":v"), 0 to n-1, or -1 when the statement has none of that name; and the placeholder of a
 * number, NULL past the end (borrowed from the statement). */
SHEAF_API int32_t sheaf_stmt_parameter(const sheaf_stmt *stmt, const char *placeholder);
SHEAF_API const char *sheaf_stmt_parameter_name(const sheaf_stmt *stmt, int32_t parameter); /* see above */

/* Binds a value, copied; it stays until it is bound anew. Not between the first step and reset (MISUSE). Errors: those of sheaf_item_set,
 * MISUSE (no such parameter). Values that the expressions cannot take are found when the statement is used. */
SHEAF_API sheaf_status sheaf_stmt_bind(sheaf_stmt *stmt, int32_t parameter, const sheaf_value *value, sheaf_error *error);

/* Binds all values of a JSON object whose members are placeholders: {":v":{"S":"a"},":n":{"N":"1"}} in DynamoDB's dialect. A member
 * that is no parameter is INVALID, and nothing is bound then. Other errors: those of sheaf_item_parse and sheaf_stmt_bind. */
SHEAF_API sheaf_status sheaf_stmt_bind_json(sheaf_stmt *stmt, uint32_t json_dialect, sheaf_bytes json, sheaf_error *error);

/* Moves to the next row of a query or scan: ROW, DONE, PAGE, or an error. The first step reads the values, fixes the state that is read
 * and starts the clock. A page ends as DynamoDB's do: PAGE even when nothing follows, and a page may have no rows when the filter took
 * them all. After DONE, PAGE or an error it answers the same again until reset or resume; after INTERRUPTED it goes on. Errors:
 * INVALID, TYPE and LIMIT (a value is missing, or is not what its place takes), IO, CORRUPT, NO_TABLE, CLOSED, INTERRUPTED, MISUSE. */
SHEAF_API sheaf_status sheaf_stmt_step(sheaf_stmt *stmt, sheaf_error *error);

/* The row's item, or NULL when it stands on none. Borrowed as that of a cursor (sheaf_cursor_item). */
SHEAF_API const sheaf_item *sheaf_stmt_item(const sheaf_stmt *stmt);

/* Steps over up to max_rows rows (0 = no limit) and fills the buf with a JSON array of their items, for callers to whom calls are dear.
 * ROW when max_rows came and there may be more in this page, or fewer, because something kept the next row back: an interrupt, or an
 * error, which the next call answers. DONE and PAGE as for a step; an error, when no row came, leaves the buf empty. */
SHEAF_API sheaf_status sheaf_stmt_page(sheaf_stmt *stmt, uint32_t json_dialect, uint32_t max_rows, sheaf_buf *json_array,
                                       sheaf_error *error);

/* Since the first step: rows that were read, those that passed the filter, and why it stopped (SHEAF_STOP_...). 0 for NULL. */
SHEAF_API uint64_t sheaf_stmt_scanned(const sheaf_stmt *stmt);
SHEAF_API uint64_t sheaf_stmt_returned(const sheaf_stmt *stmt); /* see above */
SHEAF_API uint32_t sheaf_stmt_stop(const sheaf_stmt *stmt);     /* see above */

/* Fills the buf with a resume token that continues after the last row that was read, passed or not by the filter; otherwise as
 * sheaf_cursor_token. It fits statements of the same table or index, key condition and values, direction, segment and total; filter,
 * projection, limits and flags but REVERSE may differ. A token of a segment is refused (INVALID) when the table was divided anew since:
 * when the division had not been used for a day, or for an hour and the table has grown tenfold, and only by a scan that begins. */
SHEAF_API sheaf_status sheaf_stmt_token(const sheaf_stmt *stmt, sheaf_buf *token, sheaf_error *error);

/* As reset, but the next step goes on after the token; empty = from the start. The token is checked by that step (INVALID). Copies. */
SHEAF_API sheaf_status sheaf_stmt_resume(sheaf_stmt *stmt, sheaf_bytes token, sheaf_error *error);

/* Fills the buf with JSON that says what the statement does: the table or index, the range of keys in readable form (with the values that
 * are bound), the direction, what is filtered afterwards, whether the table's item is fetched beside the index's row, and warnings in
 * words, such as that it reads every partition. Its members are described in docs/expressions.md. */
SHEAF_API sheaf_status sheaf_stmt_explain(const sheaf_stmt *stmt, sheaf_buf *json, sheaf_error *error);

/* Back to before the first step; keeps the values. For the sake of the next walk the statement goes on holding the state that it read,
 * until that walk begins or it is freed. */
SHEAF_API void sheaf_stmt_reset(sheaf_stmt *stmt); /* NULL does nothing */
SHEAF_API void sheaf_stmt_free(sheaf_stmt *stmt);  /* NULL does nothing */

/* ---- many at once [any]; one sheaf_item or sheaf_stmt is used by one thread at a time ------------------------------------- */

/* Kinds of an action, and what its stmt may be. */
enum {
  SHEAF_ACTION_PUT = 1,    /* item; stmt NULL or a CONDITION */
  SHEAF_ACTION_UPDATE = 2, /* key; stmt NULL or an UPDATE */
  SHEAF_ACTION_DELETE = 3, /* key; stmt NULL or a CONDITION */
  SHEAF_ACTION_CHECK = 4   /* key; stmt a CONDITION. Changes nothing, but is part of the transaction: sheaf_write_all only */
};

/* Flags of an action. */
enum { SHEAF_ACTION_OLD_ON_FAILURE = 1 /* when its condition does not hold, sheaf_error_reason gives the item as it is */ };

/* One of many writes; each does what the call for single items of its kind does. Zero what is not used. */
typedef struct sheaf_action {
  uint32_t kind;            /* SHEAF_ACTION_... */
  uint32_t flags;           /* SHEAF_ACTION_OLD_ON_FAILURE */
  sheaf_table *table;
  sheaf_key key;            /* all kinds but PUT */
  const sheaf_item *item;   /* PUT */
  sheaf_stmt *stmt;         /* on this table */
  const sheaf_item *values; /* when not NULL: the values of the statement for this action, in place of those that are bound: an item
                               whose attributes are named as the placeholders (":v"). So one statement serves many actions */
  uint64_t reserved[3];     /* 0 */
} sheaf_action;

/* A transaction: all actions or none, as if nothing else ran meanwhile, over tables of this database; readers see all of it or
 * nothing. No two actions may be on one item (INVALID), CHECK included.
 * When conditions do not hold, or the items are not what updates need, or an item breaks a rule, the answer is CANCELED and
 * sheaf_error_reason says what became of each action: every condition that does not hold, or the first action that is wrong in itself.
 * Only what is wrong whatever the table holds (an empty key, a value that is missing, a put item over 409,600 bytes, no such table)
 * answers with its own status; the reasons then name its action too.
 * idempotency_token: empty, or 1 to 36 bytes that name this transaction: for 10 minutes, by the machine's clock, after it was
 * committed, also after the database was reopened, the same token answers OK without writing anything when the actions are the same,
 * by their meaning and not their order in JSON (flags do not count), and TOKEN_MISMATCH when they are not. A transaction that was
 * refused leaves no token behind. Options: old_item and new_item must be NULL. Errors: those of sheaf_put, sheaf_update and
 * sheaf_delete, CANCELED, TOKEN_MISMATCH, LIMIT (too many actions or bytes, see sheaf_open_options), INVALID (no action, a token that
 * is too long); nothing is written then, but for OUTCOME_UNKNOWN, after which all or nothing of it is there. */
SHEAF_API sheaf_status sheaf_write_all(sheaf_db *db, const sheaf_action *actions, size_t count, sheaf_bytes idempotency_token,
                                       const sheaf_write_options *options, sheaf_error *error);

/* A batch: independent actions, faster together than one by one; any number of them from 1 on, but for DynamoDB mode. Each is atomic,
 * the batch is not: a reader may see some of them, and they are written in chunks. No two may be on one item (INVALID), and CHECK is
 * MISUSE. All actions are looked at before anything is written: a key, item or value that breaks a rule refuses the whole batch (its
 * status is the answer, its action is named by sheaf_error_reason).
 * results: `count` numbers, or NULL; filled whenever the answer is not MISUSE: OK, or why an action was not done (CONDITION_FAILED,
 * the errors of updates, CORRUPT; CONFLICT and INTERRUPTED for those that were not begun in time; OUTCOME_UNKNOWN; CANCELED for those
 * that are not to blame when the whole batch is refused because of another). The answer is OK when all were done, else the status of
 * the first that was not; the reasons have the rest. Options as for sheaf_write_all; a timeout is the batch's. */
SHEAF_API sheaf_status sheaf_write_each(sheaf_db *db, const sheaf_action *actions, size_t count, sheaf_status *results,
                                        const sheaf_write_options *options, sheaf_error *error);

/* One of many reads. */
typedef struct sheaf_lookup {
  sheaf_table *table;
  sheaf_key key;
  sheaf_item *item;    /* filled, or left empty; no two lookups may share one */
  sheaf_status status; /* filled: OK, NOT_FOUND, CORRUPT, IO, or PAGE: not read, see max_bytes; after an error of the call that error */
  uint32_t reserved0;  /* 0 */
  uint64_t reserved[2];/* 0 */
} sheaf_lookup;

typedef struct sheaf_get_options {
  uint32_t struct_size;
  uint32_t flags;      /* 0 */
  uint64_t max_bytes;  /* of items, by DynamoDB's formula, until PAGE: the item that passes it is not given, but for the first; 0 = 16 MiB;
                          UINT64_MAX = no limit, which DynamoDB mode has not */
  uint64_t timeout_ms; /* then PAGE, after at least one lookup; 0 = none */
} sheaf_get_options;

/* Reads many items by their keys, all from one state of the database (those of a bound table from its snapshot). Any number, but for
 * DynamoDB mode. No key may stand twice (INVALID), unless it is read from two states. OK when all were looked up, whether they are there
 * or not; PAGE when max_bytes or the timeout ended it: ask again for those whose status is PAGE, which are then read from a later state.
 * CORRUPT or IO when items are damaged or cannot be read; the others are given then. Other errors: those of sheaf_get, INVALID (no lookup),
 * INTERRUPTED; no item is given then, and sheaf_error_reason names the lookup that is to blame; MISUSE leaves items and statuses as they
 * were. */
SHEAF_API sheaf_status sheaf_get_all(sheaf_db *db, sheaf_lookup *lookups, size_t count, const sheaf_get_options *options,
                                     sheaf_error *error);

/* ---- bulk load [one]: fills an empty table from sorted files, much faster than writes ------------------------------------- */

/* Items go in one by one, in any order, and are in the table, all at once and with their rows in every index, when the load is finished;
 * the result is that of puts. Until then the table is empty for readers; writes to it, dropping it and a second load answer NOT_READY.
 * A load that is not finished leaves the table empty and usable, also when the database is closed or the process ends under it. */
typedef struct sheaf_load sheaf_load;

typedef struct sheaf_load_options {
  uint32_t struct_size;
  uint32_t flags;        /* 0 */
  uint64_t memory_bytes; /* about how much is sorted in memory at once; more goes through files beside the database, which take as much
                            room again as the rows. 0 = 64 MiB; less than 1 MiB is MISUSE */
} sheaf_load_options;

/* Takes the table, once the writes in flight are done; it must be empty (INVALID). Durable: an older version of Sheaf refuses the table
 * by name until the load has ended. A folder whose last writer died with a load may be opened for reading only; the table then answers
 * NOT_READY. Errors: INVALID, NOT_READY, NO_TABLE, READ_ONLY (or the table is bound to a snapshot), IO, FULL, NO_MEMORY, OUTCOME_UNKNOWN,
 * CLOSED, MISUSE. End with sheaf_load_free. */
SHEAF_API sheaf_status sheaf_load_open(sheaf_table *table, const sheaf_load_options *options, sheaf_load **out, sheaf_error *error);

/* Adds an item; copies. It is checked as sheaf_put checks it. An error refuses that item only, and the load goes on: the errors of an
 * item in sheaf_put, IO, FULL, NO_MEMORY, CLOSED; MISUSE when the load was finished or has failed. */
SHEAF_API sheaf_status sheaf_load_put(sheaf_load *load, const sheaf_item *item, sheaf_error *error);

/* Fills the table, durably whatever the database's sync mode is; afterwards it takes writes again. Two items of one key are INVALID, and
 * the message names the key. After an error the load is as it was, so finish can be called again (after FULL, INTERRUPTED or IO), or
 * the load freed. After OUTCOME_UNKNOWN it has failed: the table takes no writes until the database is reopened, and is empty then or
 * holds everything. When the last step alone failed (the store refuses writes until it has recovered), the items are there, but the table
 * takes no writes and is empty again after a reopening, unless finish is called again. Errors also: CORRUPT, NO_MEMORY, CLOSED, MISUSE (it
 * was finished, or has failed). */
SHEAF_API sheaf_status sheaf_load_finish(sheaf_load *load, sheaf_error *error);

/* Ends the load. Unless it was finished the table is empty and takes writes again. */
SHEAF_API void sheaf_load_free(sheaf_load *load); /* NULL does nothing */

/* ---- DynamoDB's own protocol, in process [any] ----------------------------------------------------------------------------- */

/* Runs one operation of DynamoDB's low-level protocol: what an SDK would send as the body of a POST request, and what it would get back.
 * `operation` is "PutItem", or the value of the X-Amz-Target header, "DynamoDB_20120810.PutItem". `request_json` is one JSON object, at most
 * 16 MiB. OK: `response_json` holds the response. Negative: it holds AWS's error document, {"__type":"...#ResourceNotFoundException",
 * "message":"..."}, with Item or CancellationReasons beside them where AWS has them; `error` holds the same failure in this library's words,
 * with the offset in the request or the expression. The request may lie in `response_json` itself. Only after NO_MEMORY, when it is empty, and
 * after MISUSE (`db`, `operation` or `response_json` is NULL, or a request of NULL with a size) there is no document.
 * Always in DynamoDB mode, whatever the database was opened with. Writes wait up to 10 seconds for other writes of their items, then answer
 * CONFLICT. docs/protocol.md lists the operations, what differs from AWS, and the HTTP status of each error. */
SHEAF_API sheaf_status sheaf_call(sheaf_db *db, const char *operation, sheaf_bytes request_json, sheaf_buf *response_json,
                                  sheaf_error *error);

#ifdef __cplusplus
}
#endif
#endif
