#!/usr/bin/env python3
"""Make github.ndjson from an unpacked npm package `@octokit/webhooks-examples` 7.6.1.

    python3 make_github.py PACKAGE_DIR [OUTPUT]

PACKAGE_DIR is the folder that holds package.json and api.github.com/. OUTPUT
defaults to github.ndjson beside this script. Needs only the standard library.
Stops with an error, and leaves OUTPUT alone, if an account's name, an address
or a mail address would be left in it.
"""

import json
import os
import re
import sys
from pathlib import Path

# Every account that the chosen payloads name, and its neutral name and id.
ACCOUNTS = {
    "Codertocat": ("alice", 1),
    "hacktocat": ("bob", 2),
    "Octocoders": ("acme", 101),
    "octo-org": ("globex", 102),
}
REPOS = {
    "Codertocat/Hello-World": 1001,
    "Octocoders/Hello-World": 1002,
    "octo-org/octo-repo": 1003,
}
# Addresses, and ids that lead back to the source's accounts.
LEFT_OUT = re.compile(r"(^|_)url$|^(_links|node_id|gravatar_id|email)$")
FORBIDDEN = re.compile(
    "|".join(map(re.escape, ACCOUNTS)) + r"|https?:|github\.com|githubusercontent|@\w",
    re.IGNORECASE,
)
MAX_BYTES = 200_000


def fail(message):
    sys.exit(f"make_github.py: {message}")


def neutral_text(text):
    for name, (neutral, _) in ACCOUNTS.items():
        text = re.sub(re.escape(name), neutral, text, flags=re.IGNORECASE)
    return text


def neutral(value):
    """The value without addresses, and with neutral names and ids."""
    if isinstance(value, str):
        return neutral_text(value)
    if isinstance(value, list):
        return [neutral(member) for member in value]
    if not isinstance(value, dict):
        return value
    members = {
        name: neutral(member)
        for name, member in value.items()
        if not LEFT_OUT.search(name)
    }
    if "login" in value:
        members["id"] = ACCOUNTS[value["login"]][1]
    elif "full_name" in value:
        members["id"] = REPOS[value["full_name"]]
    return members


def account(source):
    members = neutral(source)
    return {"Type": members["type"], "Account": members["login"], **members}


def repo(source, kind="Repo", **more):
    members = neutral(source)
    owner = members["owner"]["login"]
    updated_at = members["updated_at"]
    return {"Type": kind, "Owner": owner, "Repo": members["name"],
            "UpdatedAt": updated_at, **more, **members}


def place(repository):
    return {"Owner": neutral_text(repository["owner"]["login"]), "Repo": repository["name"]}


def numbered(kind, source, repository):
    members = neutral(source)
    # The example's table has the status as GitHub shows it to people.
    status = members["state"].capitalize()
    return {"Type": kind, **place(repository), "Number": members["number"],
            "Title": members["title"], "Status": status,
            "CreatedAt": members["created_at"], **members}


def comment(kind, source, repository, number):
    members = neutral(source)
    # GitHub's own counts of reactions; the example counts by itself.
    members.pop("reactions", None)
    return {"Type": kind, **place(repository), "Number": number,
            "CommentId": f"{members['id']:012}", "CreatedAt": members["created_at"], **members}


def lines_of(events):
    """One item a line; what an item needs to be there stands before it."""

    def first(name, action=None, wanted=lambda payload: True):
        for payload in events[name]:
            if payload.get("action") == action and wanted(payload):
                return payload
        fail(f"no payload {name} {action}")

    star = first("star", "created")
    issue = first("issues", "opened", lambda p: p["issue"]["labels"] and p["issue"]["milestone"])
    moved = first("issues", "transferred")
    pull_request = first("pull_request", "opened", lambda p: p["pull_request"]["labels"] == [])
    issue_comment = first("issue_comment", "created")
    pr_comment = first("pull_request_review_comment", "created")
    fork = first("fork")
    membership = first("organization", "member_added")

    here = star["repository"]
    yield account(here["owner"])
    yield account(membership["membership"]["user"])
    yield account(fork["forkee"]["owner"])
    yield account(moved["repository"]["owner"] | {"type": "Organization"})
    yield repo(here)
    yield repo(moved["repository"])
    yield numbered("Issue", issue["issue"], here)
    yield numbered("PullRequest", pull_request["pull_request"], here)
    yield numbered("Issue", moved["issue"], moved["repository"])
    yield comment("IssueComment", issue_comment["comment"], here, issue["issue"]["number"])
    yield comment("PRComment", pr_comment["comment"], here, pull_request["number"])
    yield repo(fork["forkee"], "Fork", Original=place(fork["repository"]))
    yield {"Type": "Star", **place(here), "User": neutral_text(star["sender"]["login"]),
           "StarredAt": star["starred_at"]}
    yield {"Type": "Membership", "Organization": neutral_text(membership["organization"]["login"]),
           "User": neutral_text(membership["membership"]["user"]["login"]),
           "Role": membership["membership"]["role"]}


def main(arguments):
    if len(arguments) not in (1, 2):
        fail("usage: make_github.py PACKAGE_DIR [OUTPUT]")
    package = Path(arguments[0])
    output = Path(__file__).with_name("github.ndjson")
    if len(arguments) == 2:
        output = Path(arguments[1])

    about = json.loads((package / "package.json").read_text(encoding="utf-8"))
    if (about.get("name"), about.get("version")) != ("@octokit/webhooks-examples", "7.6.1"):
        fail("the folder is not the package @octokit/webhooks-examples 7.6.1")
    source = (package / "api.github.com/index.json").read_text(encoding="utf-8")
    events = {event["name"]: event["examples"] for event in json.loads(source)}

    lines = [json.dumps(line, ensure_ascii=False) for line in lines_of(events)]
    for line in lines:
        if found := FORBIDDEN.search(line):
            fail(f"'{found[0]}' is left in: {line[:120]}")
    data = "".join(line + "\n" for line in lines).encode("utf-8")
    if len(data) >= MAX_BYTES:
        fail(f"{len(data)} bytes: too large")
    partial = output.with_name(output.name + ".partial")
    partial.write_bytes(data)
    os.replace(partial, output)
    print(f"{output.name}: {len(lines)} items, {len(data)} bytes")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except (OSError, ValueError, KeyError) as error:
        fail(repr(error))
