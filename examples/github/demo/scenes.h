// The chapters of the demo. Each shows patterns on the loaded table: reads on the most popular repo and its owner,
// writes around alice's Hello-World of the payloads.
#pragma once

#include "github/demo/show.h"
#include "github/demo/world.h"

namespace github {

void show_accounts(Show& show, Table& table);
void show_repos(Show& show, Table& table, const World& world);
void show_issues_and_pull_requests(Show& show, Table& table, const World& world);
void show_comments(Show& show, Table& table, const World& world);
void show_reactions_and_stars(Show& show, Table& table, const World& world);
void show_retries(Show& show, Table& table);

}  // namespace github
